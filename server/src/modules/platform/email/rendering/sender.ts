/** Whose letter it is. */
export interface EmailSender {
  /** The organization's name. */
  readonly name: string;
  /** Where it is reached. */
  readonly url: string;
}
