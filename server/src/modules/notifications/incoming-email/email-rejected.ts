/**
 * SMTP reply codes for emails that are permanently rejected. 550: any other reason, for example a wrong address or
 * sender; 552: too large; 554: unreadable.
 */
export type RejectionCode = 550 | 552 | 554;

/** Thrown if an email is permanently rejected. The message gives the reason to the sender of the email. */
export class EmailRejected extends Error {
  override readonly name = "EmailRejected";
  readonly replyCode: RejectionCode;

  constructor(message: string, { replyCode = 550, ...options }: ErrorOptions & { replyCode?: RejectionCode } = {}) {
    super(message, options);
    this.replyCode = replyCode;
  }
}
