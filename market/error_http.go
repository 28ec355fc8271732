package market

import (
	"math"
	"net/http"
)

// Status is the HTTP status that an error of the kind becomes, on every surface.
func (k ErrorKind) Status() int {
	switch k {
	case Invalid:
		return http.StatusUnprocessableEntity
	case Malformed:
		return http.StatusBadRequest
	case Unauthorized:
		return http.StatusUnauthorized
	case Forbidden:
		return http.StatusForbidden
	case NotFound:
		return http.StatusNotFound
	case Conflict:
		return http.StatusConflict
	case Gone:
		return http.StatusGone
	case TooLarge:
		return http.StatusRequestEntityTooLarge
	case TooMany:
		return http.StatusTooManyRequests
	case Unavailable:
		return http.StatusServiceUnavailable
	case Internal:
	}
	return http.StatusInternalServerError
}

// retrySeconds is when to come back after an error that does not say.
const retrySeconds = 5

// RetrySeconds is the value of the error's Retry-After header (RFC 9110,
// 10.2.3), at least 1; 0 when it has none: to come back would not help.
func (e *Error) RetrySeconds() int {
	switch {
	case e.RetryAfter > 0:
		return int(math.Ceil(e.RetryAfter.Seconds()))
	case e.Kind == TooMany, e.Kind == Unavailable:
		return retrySeconds
	}
	return 0
}
