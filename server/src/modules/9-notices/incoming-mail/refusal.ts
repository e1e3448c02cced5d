/** A letter is not posted, and never will be. The message says why, to its sender. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
}
