/** Returns the result of an operation, or throws its error. */
type Outcome<T> = () => T;

/**
 * The result of an operation that is known only after its handler has returned, such as the events of a long poll. The
 * request waits without a running function, because tens of thousands of requests may wait at the same time, and each
 * function that waits takes memory.
 */
export class DeferredResult<T extends object> {
  #outcome: Outcome<T> | undefined;
  /** Converts the result of the operation. Undefined if it needs no conversion. */
  #convert: ((result: never) => T) | undefined;
  /** Typed for every result, so that a deferred result can be used wherever a wider type is expected. */
  #consume: ((outcome: Outcome<never>) => void) | undefined;

  /** Completes the result. `outcome` returns the result, or throws the error with which the operation failed. */
  settle(outcome: Outcome<T>): void {
    const convert = this.#convert;
    const converted = convert ? () => convert(outcome() as never) : outcome;
    if (this.#consume) this.#consume(converted as Outcome<never>);
    else this.#outcome = converted;
  }

  /** Calls `consume` when the result is complete. Must be called once. */
  onSettled(consume: (outcome: Outcome<T>) => void): void {
    if (this.#outcome) consume(this.#outcome);
    else this.#consume = consume;
  }

  /**
   * Applies a function to the result, once it is known. Returns this object, which then has the function's result. Must
   * be called at most once, before `onSettled`.
   */
  map<U extends object>(convert: (result: T) => U): DeferredResult<U> {
    const mapped = this as unknown as DeferredResult<U>;
    mapped.#convert = convert;
    const outcome = this.#outcome;
    if (outcome) mapped.#outcome = () => convert(outcome());
    return mapped;
  }

  toPromise(): Promise<T> {
    return new Promise((resolve) => this.onSettled((outcome) => resolve(new Promise((done) => done(outcome())))));
  }
}
