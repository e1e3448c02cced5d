/**
 * A value, or a promise of the value if it has to be waited for. Each promise costs processor time and memory, so
 * functions that every request calls return one only if they have to.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Like `then`: passes the value to `use`, immediately if it is not a promise. */
export const thenMaybe = <T, R>(value: MaybePromise<T>, use: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(use) : use(value);

/** Like `finally`: calls `make`, and calls `done` when it has thrown or returned, or when its promise is settled. */
export function finallyMaybe<T>(make: () => MaybePromise<T>, done: () => void): MaybePromise<T> {
  let value: MaybePromise<T>;
  try {
    value = make();
  } catch (error) {
    done();
    throw error;
  }
  if (value instanceof Promise) return value.finally(done);
  done();
  return value;
}

/** Like `catch`: calls `make`, and passes its error to `handle` if it throws or its promise is rejected. */
export function catchMaybe<T>(
  make: () => MaybePromise<T>,
  handle: (error: unknown) => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const value = make();
    return value instanceof Promise ? value.catch(handle) : value;
  } catch (error) {
    return handle(error);
  }
}
