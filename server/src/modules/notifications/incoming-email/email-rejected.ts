/** Reply codes of SMTP for emails that are refused for good: the address or sender is wrong, it is too large, or it is unreadable. */
export type RefusalCode = 550 | 552 | 554;

/** A letter is not posted, and never will be. The message says why, to its sender. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
  readonly replyCode: RefusalCode;

  constructor(message: string, { replyCode = 550, ...options }: ErrorOptions & { replyCode?: RefusalCode } = {}) {
    super(message, options);
    this.replyCode = replyCode;
  }
}
