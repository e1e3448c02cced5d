const KIB = 1024;
const MIB = 1024 * KIB;

/** Maximum size of a request body with credentials, in bytes. */
export const MAX_BODY_BYTES = 25 * MIB;

/**
 * Maximum size of an anonymous request body, in bytes. Bodies up to this size are read before the request is
 * authenticated.
 */
export const MAX_ANONYMOUS_BODY_BYTES = 64 * KIB;

/** Default maximum size of the responses that clients have not read yet, of all clients together, in bytes. */
export const MAX_PENDING_RESPONSE_BYTES = 256 * 1024 * 1024;

/** Default time in which a client must read a chunk of a response. */
export const RESPONSE_TIMEOUT_MS = 60_000;

/** Maximum number of `name=value` pairs in a form or a query string. */
export const MAX_FIELDS = 1_000;

/** Maximum length to which a field's name is stored, in UTF-16 units. No parameter has a longer name. */
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

/** Time in which a client must complete the TLS handshake. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Time in which a request's first line and headers must be received. */
export const HEADERS_TIMEOUT_MS = 60_000;

/**
 * Time in which a request must be received completely. Files may be large and connections slow; bodies must also have a
 * minimum speed.
 */
export const REQUEST_TIMEOUT_MS = 4 * 3_600_000;

/**
 * Maximum number of pipelined requests on a connection. Well-behaved programs send the next request after the response.
 */
export const MAX_PIPELINED_REQUESTS = 100;

/** Time for which a closing connection is still read, so that its client gets to read the response. */
export const LINGER_MS = 5_000;

/** Maximum share of the memory for bodies that one network or one account may use. */
export const MAX_BODY_BUDGET_SHARE = 1 / 4;

/** Limits for clients that an operator can set. */
export interface ClientLimits {
  /** Maximum memory for bodies that are being received or processed, in MiB. */
  readonly bodiesMib: number;
  /** Minimum speed of a body after the grace period, in bytes per second. */
  readonly bodyBytesPerSecond: number;
  readonly bodyGraceSeconds: number;
  /**
   * Maximum number of connections of one network. Not applied behind proxies, because the connections are then theirs.
   */
  readonly connectionsPerAddress: number;
  /** Maximum number of concurrent requests of one network, including polls. */
  readonly requestsPerAddress: number;
}

export const defaultClientLimits: ClientLimits = {
  bodiesMib: 256,
  bodyBytesPerSecond: 8 * KIB,
  bodyGraceSeconds: 15,
  connectionsPerAddress: 10_000,
  requestsPerAddress: 10_000,
};
