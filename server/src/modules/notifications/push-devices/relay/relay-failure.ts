/**
 * Why a relay did not do what it was asked to.
 * - `away`: it could not be reached, or did not answer in time.
 * - `broken`: it went wrong there.
 * - `refused`: it does not know this server or this organization, or does nothing for them.
 * - `final`: what it was told is wrong, and stays so.
 */
type RelayFailureKind = "away" | "broken" | "refused" | "final";

export class RelayFailure extends Error {
  override readonly name = "RelayFailure";
  readonly kind: RelayFailureKind;
  /** The relay's own name for it; empty where it gave none. */
  readonly code: string;

  constructor(kind: RelayFailureKind, message: string, { code = "", cause }: { code?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.kind = kind;
    this.code = code;
  }
}

/** What no repetition mends. */
const FINAL_CODES = new Set([
  "INVALID_BOUNCER_PUBLIC_KEY",
  "INVALID_ENCRYPTED_PUSH_REGISTRATION",
  "REQUEST_EXPIRED",
  "INVALID_REMOTE_PUSH_DEVICE_TOKEN",
]);
/** What a relay refuses until it is told of the server or the organization, or until its owner allows it. */
const TEMPORARY_CODES = new Set([
  "INVALID_SERVICE_ORG",
  "UNAUTHORIZED",
  "MISSING_REMOTE_REALM",
  "PUSH_NOTIFICATIONS_DISALLOWED",
]);
/** A request that is wrong, too large, or for what the relay does not do: another one like it is as well. */
const BROKEN_STATUSES = new Set([400, 404, 413]);

/** What an answer says of what went wrong. */
export interface RelayErrorResponse {
  readonly code: string;
  readonly msg: string;
  /** Whether it has the form in which relays answer: other programs may stand at the address. */
  readonly isFromRelay: boolean;
}

/** The failure that an answer of the relay is. */
export function toRelayFailure(status: number, { code, msg, isFromRelay }: RelayErrorResponse): RelayFailure {
  const isFinal = FINAL_CODES.has(code) || (isFromRelay && BROKEN_STATUSES.has(status) && !TEMPORARY_CODES.has(code));
  if (isFinal) return new RelayFailure("final", msg, { code });
  if (status >= 500) return new RelayFailure("broken", `the relay answered ${status}: ${msg}`, { code });
  return new RelayFailure("refused", `the relay answered ${status}: ${msg}`, { code });
}

/** Whether the relay does nothing for the server or the organization, until somebody changes that. */
export const isDisallowed = (error: unknown): boolean =>
  error instanceof RelayFailure && error.kind === "refused" && TEMPORARY_CODES.has(error.code);
