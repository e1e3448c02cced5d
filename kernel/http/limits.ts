const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * Maximum size of the request body of an authenticated caller, in bytes, unless the body is passed on while it is
 * received.
 */
export const MAX_BODY_BYTES = 25 * MIB;

/**
 * Maximum size of an anonymous request body, in bytes. Bodies up to this size are read before the request is
 * authenticated.
 */
export const MAX_ANONYMOUS_BODY_BYTES = 64 * KIB;

/** Default maximum size of all responses together that clients have not read yet, in bytes. */
export const MAX_PENDING_RESPONSE_BYTES = 256 * 1024 * 1024;

/** Default time in which a client must read a chunk of a response, in milliseconds. */
export const RESPONSE_TIMEOUT_MS = 60_000;

/** Maximum number of `name=value` pairs in a form or a query string. */
export const MAX_FIELDS = 1_000;

/** Maximum number of UTF-16 units that are stored of a field's name. No parameter has a longer name. */
export const MAX_NAME_LENGTH = 100;

/** Maximum length of a parameter's value, in UTF-16 units: enough for a list of 100,000 ids. */
export const MAX_VALUE_LENGTH = 1024 * 1024;

/** Maximum nesting depth of lists and objects in a JSON-encoded parameter. */
export const MAX_JSON_DEPTH = 50;

/** Maximum number of values in all JSON-encoded parameters of a request. */
export const MAX_JSON_VALUES = 150_000;

/** Maximum number of object members in all JSON-encoded parameters of a request. */
export const MAX_JSON_MEMBERS = 10_000;

/** Maximum length of a path segment. */
export const MAX_PATH_SEGMENT_LENGTH = 1_000;

/** Maximum size of the request line and the headers, in bytes. Long queries need more than Node's 16 KiB. */
export const MAX_HEADER_BYTES = 64 * KIB;

/** Time in which a client must complete the TLS handshake, in milliseconds. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Time in which a request's first line and headers must be received, in milliseconds. */
export const HEADERS_TIMEOUT_MS = 60_000;

/**
 * Time in which a request must be received completely, in milliseconds. It is long, because files may be large and
 * connections slow. In addition, bodies must have a minimum speed.
 */
export const REQUEST_TIMEOUT_MS = 4 * 3_600_000;

/**
 * Maximum number of pipelined requests on a connection. Well-behaved programs wait for the response before they send
 * the next request.
 */
export const MAX_PIPELINED_REQUESTS = 100;

/**
 * Time for which data is still received on a connection that is being closed, in milliseconds. A client that is still
 * sending can then read the response.
 */
export const LINGER_MS = 5_000;

/** Maximum share of the budget for request bodies that a single network or account may use. */
export const MAX_BODY_BUDGET_SHARE = 1 / 4;

/** Limits for clients, which an operator can set. */
export interface ClientLimits {
  /** Budget for bodies that are being received or processed, in MiB. */
  readonly bodiesMib: number;
  /** Minimum average speed of a body after the grace period, in bytes per second. */
  readonly bodyBytesPerSecond: number;
  readonly bodyGraceSeconds: number;
  /**
   * Maximum number of connections per network. Not applied behind proxies, because all connections then come from the
   * proxies.
   */
  readonly connectionsPerAddress: number;
  /** Maximum number of concurrent requests per network, including polls. */
  readonly requestsPerAddress: number;
}

export const defaultClientLimits: ClientLimits = {
  bodiesMib: 256,
  bodyBytesPerSecond: 8 * KIB,
  bodyGraceSeconds: 15,
  connectionsPerAddress: 10_000,
  requestsPerAddress: 10_000,
};
