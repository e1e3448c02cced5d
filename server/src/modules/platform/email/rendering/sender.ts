/** Whose letter it is. */
export interface Sender {
  /** The organization's name. */
  readonly name: string;
  /** Where it is reached. */
  readonly url: string;
}
