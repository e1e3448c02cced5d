/** Why a letter was not taken. */
export interface DeliveryFailure {
  /** Whether trying again is useless: the mail server refuses this address, or this letter. */
  readonly isFinal: boolean;
  /** For the operator: what the mail server said. It may name the address. */
  readonly reason: string;
  /** For the log: a reply code such as 450, or an error's code such as ECONNREFUSED. It names nobody. */
  readonly code: string;
}

/** What the mail library says of a failure. */
interface TransportError extends Error {
  code?: string;
  originalCode?: string;
  /** The command that was answered, such as `RCPT TO`. */
  command?: string;
  response?: string;
  responseCode?: number;
}

const MAX_REASON_LENGTH = 500;
/**
 * Only refusals of the address or the letter are final. If our password or sender is refused, the operator can fix that.
 */
const MESSAGE_COMMANDS = new Set(["RCPT TO", "DATA"]);
/** Says that the conversation went wrong, not that the letter is refused. */
const BAD_SEQUENCE = 503;

/** What a failed delivery means. */
export function toDeliveryFailure(error: unknown): DeliveryFailure {
  const { code, originalCode, command = "", response, responseCode, message } = error as TransportError;
  const isRefusal = responseCode !== undefined && responseCode >= 500 && responseCode !== BAD_SEQUENCE;
  return {
    isFinal: isRefusal && MESSAGE_COMMANDS.has(command),
    reason: (response ?? message).replaceAll(/\s+/g, " ").slice(0, MAX_REASON_LENGTH),
    code: String(responseCode ?? originalCode ?? code ?? "unknown"),
  };
}
