package market

import "context"

// ChannelReader finds the ways in which people are told.
type ChannelReader interface {
	Channel(ctx context.Context, id string) (Channel, error)           // ErrChannelNotFound
	Channels(ctx context.Context, account string) ([]Channel, error)   // of an account, oldest first
	DeskChannels(ctx context.Context) ([]Channel, error)               // with Desk, of reviewers and admins who may sign in
	ChannelLink(ctx context.Context, hash string) (ChannelLink, error) // ErrLinkInvalid
}

// ChannelWriter changes the ways in which people are told.
type ChannelWriter interface {
	InsertChannel(ctx context.Context, c Channel) error
	// UpdateChannel stores c if the stored version is still c.Version, and adds
	// one to it; ErrStale otherwise.
	UpdateChannel(ctx context.Context, c Channel) error
	DeleteChannel(ctx context.Context, id string) error // with its deliveries and links
}

// ChannelLinkWriter keeps the links by which addresses are verified.
type ChannelLinkWriter interface {
	InsertChannelLink(ctx context.Context, l ChannelLink) error
	DeleteChannelLinks(ctx context.Context, channel string) error
}

// DeliveryReader finds what was sent and what waits.
type DeliveryReader interface {
	Delivery(ctx context.Context, id string) (Delivery, error) // ErrDeliveryNotFound
	Deliveries(ctx context.Context, f DeliveryFilter) ([]Delivery, error)
}

// DeliveryWriter records what is sent.
type DeliveryWriter interface {
	// InsertDelivery stores a delivery. False: that round of the event is on its
	// way to the channel already.
	InsertDelivery(ctx context.Context, d Delivery) (bool, error)
	UpdateDelivery(ctx context.Context, d Delivery) error
}
