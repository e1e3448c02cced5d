/** The organization that sends an email. */
export interface EmailSender {
  /** The organization's name. */
  readonly name: string;
  /** The organization's URL. */
  readonly url: string;
}
