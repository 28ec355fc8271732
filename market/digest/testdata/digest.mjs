// The digests of docs/digests.md once more, in another language and without any
// library: reads the vectors on standard input and prints, for each tool, its
// canonical form and digest, and for each set its digest, as JSON.
//
// JSON.parse keeps neither a repeated key nor a number that a double cannot hold;
// a tool that has one has no digest, and none of the vectors does.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const VERSION = 'v1:sha256:';
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const sha256 = (s) => createHash('sha256').update(s, 'utf8').digest('hex');

// RFC 8785: JSON.stringify writes strings and numbers as it asks for, and sort()
// compares UTF-16 code units.
const members = (o, value) => '{' + Object.keys(o).sort().map((k) => JSON.stringify(k) + ':' + value(k, o[k])).join(',') + '}';
const isObject = (v) => v !== null && typeof v === 'object' && !Array.isArray(v);
function canonical(v) {
  if (Array.isArray(v)) return '[' + v.map(canonical).join(',') + ']';
  return isObject(v) ? members(v, (_, x) => canonical(x)) : JSON.stringify(v);
}

// Where a keyword holds schemas, and where it holds a set.
const ONE = ['items', 'additionalItems', 'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'not', 'propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties'];
const LIST = ['items', 'allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAP = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'];
const SET = ['enum', 'required'];

const byBytes = (a, b) => Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
function schema(v) {
  if (!isObject(v)) return canonical(v);
  return members(v, (k, x) => {
    if (isObject(x) && ONE.includes(k)) return schema(x);
    if (isObject(x) && MAP.includes(k)) return members(x, (_, y) => schema(y));
    if (Array.isArray(x) && LIST.includes(k)) return '[' + x.map(schema).join(',') + ']';
    if (Array.isArray(x) && SET.includes(k)) return '[' + x.map(canonical).sort(byBytes).join(',') + ']';
    return canonical(x);
  });
}

function annotations(v) {
  if (v === undefined || v === null) v = {};
  if (!isObject(v)) return v;
  const out = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true, ...v };
  if (out.readOnlyHint === true) {
    for (const hint of ['destructiveHint', 'idempotentHint']) if (typeof out[hint] === 'boolean') delete out[hint];
  }
  return out;
}

function tool(t) {
  const covered = {};
  for (const k of ['description', 'inputSchema', 'name', 'outputSchema', 'title']) if (k in t) covered[k] = t[k];
  covered.annotations = annotations(t.annotations);
  covered.level = t.level ?? 'readonly';
  if (isObject(covered.inputSchema) && covered.inputSchema.$schema === DIALECT) {
    covered.inputSchema = { ...covered.inputSchema };
    delete covered.inputSchema.$schema;
  }
  return members(covered, (k, x) => (k === 'inputSchema' || k === 'outputSchema' ? schema(x) : canonical(x)));
}

const set = (digests) => VERSION + sha256(digests.map((d) => d.slice(VERSION.length) + '\n').sort().join(''));

const vectors = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify({
  tools: vectors.tools.map((x) => { const form = tool(x.tool); return { name: x.name, canonical: form, digest: VERSION + sha256(form) }; }),
  sets: vectors.sets.map((x) => ({ name: x.name, digest: set(x.tools) })),
}));
