/**
 * Thrown inside a transaction to roll it back and run it again. Used when rows turn out, once they are locked, to have
 * changed in such a way that different locks are needed. Has the same code as a serialization failure of the database.
 */
export class RetryTransaction extends Error {
  readonly code = "40001";

  constructor() {
    super("something changed while it was waited for");
    this.name = "RetryTransaction";
  }
}
