/** The failed delivery of an email. */
export interface DeliveryFailure {
  /** Whether retrying is useless, such as when the mail server rejects this address or this email. */
  readonly isFinal: boolean;
  /** The mail server's response or an error message, for the operator. It may contain the email address. */
  readonly reason: string;
  /** A reply code such as 450, or an error code such as ECONNREFUSED, for the log. It identifies no user. */
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
 * Commands whose rejection with a reply code of 500 or more is final, because the address or the email was rejected.
 * Rejections of other commands, such as of our login or sender address, can be fixed by the operator.
 */
const MESSAGE_COMMANDS = new Set(["RCPT TO", "DATA"]);
/** This reply code reports an error in the order of commands. It does not mean that the email is rejected. */
const BAD_SEQUENCE = 503;

/** Converts an error of the mail library to a delivery failure. */
export function toDeliveryFailure(error: unknown): DeliveryFailure {
  const { code, originalCode, command = "", response, responseCode, message } = error as TransportError;
  const isRefusal = responseCode !== undefined && responseCode >= 500 && responseCode !== BAD_SEQUENCE;
  return {
    isFinal: isRefusal && MESSAGE_COMMANDS.has(command),
    reason: (response ?? message).replaceAll(/\s+/g, " ").slice(0, MAX_REASON_LENGTH),
    code: String(responseCode ?? originalCode ?? code ?? "unknown"),
  };
}
