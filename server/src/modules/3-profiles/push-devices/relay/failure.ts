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

/** The failure that an answer of the relay is. */
export function failureOf(
  status: number,
  { code, msg }: { readonly code: string; readonly msg: string },
): RelayFailure {
  if (FINAL.has(code)) return new RelayFailure("final", msg, { code });
  if (status >= 500) return new RelayFailure("broken", `the relay answered ${status}: ${msg}`, { code });
  return new RelayFailure("refused", `the relay answered ${status}: ${msg}`, { code });
}
