/**
 * Thrown inside a transaction, rolls it back and runs it again: for rows that turn out to have changed once they are
 * locked, so that other locks are needed than those held. The database reports serialization failures with the same code.
 */
export class RetryTransaction extends Error {
  readonly code = "40001";

  constructor() {
    super("something changed while it was waited for");
    this.name = "RetryTransaction";
  }
}
