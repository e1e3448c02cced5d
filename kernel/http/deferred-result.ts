/** Returns the result of an operation, or throws its error. */
type Outcome<T> = () => T;

/**
 * The result of an operation that is known only after its handler has returned, such as the events of a long poll. The
 * request waits without a running function, because tens of thousands of requests may wait at the same time, and each
 * function that waits takes memory.
 */
export class DeferredResult<T extends object> {
  #outcome: Outcome<T> | undefined;
  /** Typed for every result, so that a deferred result can be used wherever a wider type is expected. */
  #consume: ((outcome: Outcome<never>) => void) | undefined;

  /** Completes the result. `outcome` returns the result, or throws the error with which the operation failed. */
  settle(outcome: Outcome<T>): void {
    if (this.#consume) this.#consume(outcome as Outcome<never>);
    else this.#outcome = outcome;
  }

  /** Calls `consume` when the result is complete. Must be called once. */
  onSettled(consume: (outcome: Outcome<T>) => void): void {
    if (this.#outcome) consume(this.#outcome);
    else this.#consume = consume;
  }

  /** Returns the result of applying a function to this result. */
  map<U extends object>(convert: (result: T) => U): DeferredResult<U> {
    const converted = new DeferredResult<U>();
    this.onSettled((outcome) => converted.settle(() => convert(outcome())));
    return converted;
  }

  toPromise(): Promise<T> {
    return new Promise((resolve) => this.onSettled((outcome) => resolve(new Promise((done) => done(outcome())))));
  }
}
