/**
 * Reasons why a relay did not fulfill a request.
 * - `away`: the relay could not be reached, or did not respond in time.
 * - `broken`: the relay failed internally, or its response is invalid.
 * - `refused`: any other error response, after which a later retry may succeed. Usually the relay does not know this
 *   server or this organization, or provides no service for them.
 * - `final`: the request is invalid, and a retry would not help.
 */
type RelayFailureKind = "away" | "broken" | "refused" | "final";

export class RelayFailure extends Error {
  override readonly name = "RelayFailure";
  readonly kind: RelayFailureKind;
  /** The relay's own error code; empty if there is none. */
  readonly code: string;

  constructor(kind: RelayFailureKind, message: string, { code = "", cause }: { code?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.kind = kind;
    this.code = code;
  }
}

/** Error codes of requests that would fail again. */
const FINAL_CODES = new Set([
  "INVALID_BOUNCER_PUBLIC_KEY",
  "INVALID_ENCRYPTED_PUSH_REGISTRATION",
  "REQUEST_EXPIRED",
  "INVALID_REMOTE_PUSH_DEVICE_TOKEN",
]);
/**
 * Error codes of problems that can be fixed: by registering the server or the organization, or by the relay's operator.
 */
const TEMPORARY_CODES = new Set([
  "INVALID_SERVICE_ORG",
  "UNAUTHORIZED",
  "MISSING_REMOTE_REALM",
  "PUSH_NOTIFICATIONS_DISALLOWED",
]);
/** Statuses of requests that are invalid, too large or not supported, and would fail again. */
const BROKEN_STATUSES = new Set([400, 404, 413]);

/** Content of an error response. */
export interface RelayErrorResponse {
  readonly code: string;
  readonly msg: string;
  /**
   * Whether the response has the format of a relay. If not, another program may be responding at the relay's address.
   */
  readonly isFromRelay: boolean;
}

/** Converts an error response of the relay to a failure. */
export function toRelayFailure(status: number, { code, msg, isFromRelay }: RelayErrorResponse): RelayFailure {
  const isFinal = FINAL_CODES.has(code) || (isFromRelay && BROKEN_STATUSES.has(status) && !TEMPORARY_CODES.has(code));
  if (isFinal) return new RelayFailure("final", msg, { code });
  if (status >= 500) return new RelayFailure("broken", `the relay answered ${status}: ${msg}`, { code });
  return new RelayFailure("refused", `the relay answered ${status}: ${msg}`, { code });
}

/** Returns true if the relay provides no service for the server or the organization until an operator changes this. */
export const isDisallowed = (error: unknown): boolean =>
  error instanceof RelayFailure && error.kind === "refused" && TEMPORARY_CODES.has(error.code);
