// Package market is the domain: the nouns of the market with their rules, and
// the four use cases that change them.
//
//   - [Intake] takes a publisher's entry in, has it examined and follows it.
//   - [Desk] is where reviewers claim and decide.
//   - [Watch] probes what is listed and folds the results into health.
//   - [Catalog] is what the world reads.
//
// It imports the standard library, x/text and the JCS encoder only. What it
// needs from outside (storage, probing, review, encryption, time) it names as
// a small interface, and cmd wires the implementation in.
package market
