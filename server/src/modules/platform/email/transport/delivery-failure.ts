/** The failed delivery of an email. */
export interface DeliveryFailure {
  /** Whether a retry is useless, because the mail server rejects this address, or this email. */
  readonly isFinal: boolean;
  /** For the operator: the mail server's response. It may contain the address. */
  readonly reason: string;
  /** For the log: a reply code such as 450, or an error code such as ECONNREFUSED. It identifies no user. */
  readonly code: string;
}

/** An error of the mail library. */
interface TransportError extends Error {
  code?: string;
  originalCode?: string;
  /** The command that failed, such as `RCPT TO`. */
  command?: string;
  response?: string;
  responseCode?: number;
}

const MAX_REASON_LENGTH = 500;
/**
 * Only rejections of the address or the email are final. If our password or sender is rejected, the operator can fix
 * that.
 */
const MESSAGE_COMMANDS = new Set(["RCPT TO", "DATA"]);
/** This code reports an error of the conversation, not that the email is rejected. */
const BAD_SEQUENCE = 503;

/** Converts the error of a failed delivery. */
export function toDeliveryFailure(error: unknown): DeliveryFailure {
  const { code, originalCode, command = "", response, responseCode, message } = error as TransportError;
  const isRefusal = responseCode !== undefined && responseCode >= 500 && responseCode !== BAD_SEQUENCE;
  return {
    isFinal: isRefusal && MESSAGE_COMMANDS.has(command),
    reason: (response ?? message).replaceAll(/\s+/g, " ").slice(0, MAX_REASON_LENGTH),
    code: String(responseCode ?? originalCode ?? code ?? "unknown"),
  };
}
