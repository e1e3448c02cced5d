/** Largest request body, files apart. */
export const MAX_BODY_BYTES = 25 * 1024 * 1024;

/** Most bytes of larger bodies that may be on their way at once, of all clients together. */
export const MAX_BODIES_BYTES = 256 * 1024 * 1024;

/** Most bytes of answers that clients have not taken yet, of all clients together, where no setting says otherwise. */
export const MAX_ANSWERS_BYTES = 256 * 1024 * 1024;

/** Longest time for a client to take a piece of an answer, where no setting says otherwise. */
export const ANSWER_PATIENCE_MS = 60_000;

/** Most `name=value` pairs in one form or one query string. */
export const MAX_FIELDS = 1_000;

/** Longest value of one parameter, in UTF-16 units: enough for a list of 100,000 ids. */
export const MAX_VALUE_LENGTH = 1024 * 1024;

/** Deepest nesting of lists and objects in a JSON-encoded parameter. */
export const MAX_JSON_DEPTH = 50;

/** Longest segment of a path. */
export const MAX_PATH_SEGMENT_LENGTH = 1_000;

/** Largest request line and headers together; long queries need more than Node's 16 KiB. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** Longest time for a request to arrive completely. */
export const REQUEST_TIMEOUT_MS = 300_000;
