package market

import (
	"context"
	"errors"
	"strings"
)

var errOldPassword = &Error{Kind: Invalid, Code: "PASSWORD_WRONG", Msg: Text{"现在的密码不对，没有改。", "The present password is wrong; nothing was changed."}, Violations: []Violation{{Path: "old", Message: Text{"现在的密码不对。", "This is not the present password."}, Fix: Text{"再输一次。", "Type it again."}}}}

// Rename gives the actor's account the name by which others know it. Error:
// Invalid (name).
func (a *Accounts) Rename(ctx context.Context, actor Actor, name string) error {
	name = strings.TrimSpace(name)
	for _, v := range (SignUpRequest{Email: "a@example.com", Name: name, Password: strings.Repeat("x", 10)}).check() {
		return &Error{Kind: Invalid, Code: "ACCOUNT_INVALID", Msg: v.Message, Violations: []Violation{v}}
	}
	return a.store.Update(ctx, func(w Writer) error {
		account, err := w.Account(ctx, actor.Account)
		if err != nil || account.Name == name {
			return err
		}
		account.Name = name
		if err := w.UpdateAccount(ctx, account); err != nil {
			return err
		}
		return w.AppendAct(ctx, Act{At: a.clock.Now(), Actor: actor.Account, IP: actor.IP, Action: ActRenamed, Object: "account/" + account.ID})
	})
}

// ChangePassword gives the actor's account another password. Errors: Invalid
// (old, password); TooMany after five wrong ones in a minute from one address prefix.
func (a *Accounts) ChangePassword(ctx context.Context, actor Actor, old, password string) error {
	for _, v := range (SignUpRequest{Email: "a@example.com", Name: "x", Password: password}).check() {
		return &Error{Kind: Invalid, Code: "ACCOUNT_INVALID", Msg: v.Message, Violations: []Violation{v}}
	}
	account, err := a.Account(ctx, actor.Account)
	if err != nil {
		return err
	}
	who := actor.IP + " " + account.Email
	if wait := a.byMail.begin(who, a.clock.Now()); wait > 0 {
		return tooMany(wait)
	}
	if _, err := a.verify(ctx, account.Email, old); errors.Is(err, errSignIn) {
		return errOldPassword
	} else if err != nil {
		return err
	}
	a.byMail.forget(who)
	hash, err := a.hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	return a.store.Update(ctx, func(w Writer) error {
		account, err := w.Account(ctx, actor.Account)
		if err != nil {
			return err
		}
		account.Password = hash
		if err := w.UpdateAccount(ctx, account); err != nil {
			return err
		}
		return w.AppendAct(ctx, Act{At: a.clock.Now(), Actor: actor.Account, IP: actor.IP, Action: ActPassword, Object: "account/" + account.ID})
	})
}
