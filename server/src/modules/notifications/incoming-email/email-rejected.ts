/**
 * Reply codes of SMTP for emails that are rejected permanently: the address or sender is wrong, it is too large, or it
 * is unreadable.
 */
export type RejectionCode = 550 | 552 | 554;

/** Thrown if an email is permanently rejected. The message is the reason, for its sender. */
export class EmailRejected extends Error {
  override readonly name = "EmailRejected";
  readonly replyCode: RejectionCode;

  constructor(message: string, { replyCode = 550, ...options }: ErrorOptions & { replyCode?: RejectionCode } = {}) {
    super(message, options);
    this.replyCode = replyCode;
  }
}
