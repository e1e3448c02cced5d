/**
 * Thrown inside a transaction, lets it be undone and begin anew: for what is something else, once it is locked, than it was
 * when it was looked at, so that other locks would be needed than those held. The database says the same of serialization
 * failures, by this code.
 */
export class RetryTransaction extends Error {
  readonly code = "40001";

  constructor() {
    super("something changed while it was waited for");
    this.name = "RetryTransaction";
  }
}
