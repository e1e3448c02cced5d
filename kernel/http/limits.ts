const KIB = 1024;
const MIB = 1024 * KIB;

/** Largest body of a request with credentials. */
export const MAX_BODY_BYTES = 25 * MIB;

/** Largest body of anybody else. Bodies up to this size are read before anybody asks who sends them. */
export const MAX_ANONYMOUS_BODY_BYTES = 64 * KIB;

/** Most bytes of answers that clients have not taken yet, of all clients together, where no setting says otherwise. */
export const MAX_PENDING_RESPONSE_BYTES = 256 * 1024 * 1024;

/** Longest time for a client to take a piece of an answer, where no setting says otherwise. */
export const RESPONSE_TIMEOUT_MS = 60_000;

/** Most `name=value` pairs in one form or one query string. */
export const MAX_FIELDS = 1_000;

/** Longest name of a field that is kept, in UTF-16 units: no parameter has a longer one. */
export const MAX_NAME_LENGTH = 100;

/** Longest value of one parameter, in UTF-16 units: enough for a list of 100,000 ids. */
export const MAX_VALUE_LENGTH = 1024 * 1024;

/** Deepest nesting of lists and objects in a JSON-encoded parameter. */
export const MAX_JSON_DEPTH = 50;

/** Most values in the JSON-encoded parameters of a request, of all together. */
export const MAX_JSON_VALUES = 150_000;

/** Most members of objects among them. */
export const MAX_JSON_MEMBERS = 10_000;

/** Longest segment of a path. */
export const MAX_PATH_SEGMENT_LENGTH = 1_000;

/** Largest request line and headers together; long queries need more than Node's 16 KiB. */
export const MAX_HEADER_BYTES = 64 * KIB;

/** Longest time for a client to agree on encryption. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Longest time for a request's line and headers to arrive. */
export const HEADERS_TIMEOUT_MS = 60_000;

/** Longest time for a request to arrive completely: files may be large and lines slow. Bodies have to keep a pace, too. */
export const REQUEST_TIMEOUT_MS = 4 * 3_600_000;

/** Most requests of one connection that wait for their answers; programs send the next one after the answer. */
export const MAX_PIPELINED_REQUESTS = 100;

/** For how long a connection that is closed is read further, so that its client gets to read the answer. */
export const LINGER_MS = 5_000;

/** What one network or one account may take of the memory for bodies. */
export const MAX_BODY_BUDGET_SHARE = 1 / 4;

/** What an operator may set of the bounds on clients. */
export interface ClientLimits {
  /** The most memory for bodies that arrive or are worked on, in MiB. */
  readonly bodiesMib: number;
  /** The least pace of a body, in bytes a second, after the grace. */
  readonly bodyBytesPerSecond: number;
  readonly bodyGraceSeconds: number;
  /** The most connections of one network. Not where proxies stand in front: the connections are theirs. */
  readonly connectionsPerAddress: number;
  /** The most requests of one network that wait for their answers, polls among them. */
  readonly requestsPerAddress: number;
}

export const defaultClientLimits: ClientLimits = {
  bodiesMib: 256,
  bodyBytesPerSecond: 8 * KIB,
  bodyGraceSeconds: 15,
  connectionsPerAddress: 10_000,
  requestsPerAddress: 10_000,
};
