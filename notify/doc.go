// Package notify sends what [market.Notices] has people told of: as e-mail, as
// signed webhooks, and to chats. It words every event in both languages, and
// shows what came from servers and strangers as text, never as markup or a link.
package notify
