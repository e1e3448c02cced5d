/**
 * Thrown inside a transaction to roll it back and run it again. For rows that turn out to have changed once they are
 * locked, so that other locks than the acquired ones are needed. It has the same code as a serialization failure of the
 * database.
 */
export class RetryTransaction extends Error {
  readonly code = "40001";

  constructor() {
    super("something changed while it was waited for");
    this.name = "RetryTransaction";
  }
}
