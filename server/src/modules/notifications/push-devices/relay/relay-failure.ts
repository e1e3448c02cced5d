/**
 * Why a relay did not do what it was asked to.
 * - `away`: it could not be reached, or did not answer in time.
 * - `broken`: it went wrong there.
 * - `refused`: it does not know this server or this organization, or does nothing for them.
 * - `final`: what it was told is wrong, and stays so.
 */
type Kind = "away" | "broken" | "refused" | "final";

export class RelayFailure extends Error {
  override readonly name = "RelayFailure";
  readonly kind: Kind;
  /** The relay's own name for it; empty where it gave none. */
  readonly code: string;

  constructor(kind: Kind, message: string, { code = "", cause }: { code?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.kind = kind;
    this.code = code;
  }
}

/** What no repetition mends. */
const FINAL = new Set([
  "INVALID_BOUNCER_PUBLIC_KEY",
  "INVALID_ENCRYPTED_PUSH_REGISTRATION",
  "REQUEST_EXPIRED",
  "INVALID_REMOTE_PUSH_DEVICE_TOKEN",
]);
/** What a relay refuses until it is told of the server or the organization, or until its owner allows it. */
const PASSING = new Set([
  "INVALID_SERVICE_ORG",
  "UNAUTHORIZED",
  "MISSING_REMOTE_REALM",
  "PUSH_NOTIFICATIONS_DISALLOWED",
]);
/** A request that is wrong, too large, or for what the relay does not do: another one like it is as well. */
const WRONG = new Set([400, 404, 413]);

/** What an answer says of what went wrong. */
export interface RelayComplaint {
  readonly code: string;
  readonly msg: string;
  /** Whether it has the form in which relays answer: other programs may stand at the address. */
  readonly isOfRelay: boolean;
}

/** The failure that an answer of the relay is. */
export function failureOf(status: number, { code, msg, isOfRelay }: RelayComplaint): RelayFailure {
  const isFinal = FINAL.has(code) || (isOfRelay && WRONG.has(status) && !PASSING.has(code));
  if (isFinal) return new RelayFailure("final", msg, { code });
  if (status >= 500) return new RelayFailure("broken", `the relay answered ${status}: ${msg}`, { code });
  return new RelayFailure("refused", `the relay answered ${status}: ${msg}`, { code });
}

/** Whether the relay does nothing for the server or the organization, until somebody changes that. */
export const isDisallowed = (error: unknown): boolean =>
  error instanceof RelayFailure && error.kind === "refused" && PASSING.has(error.code);
