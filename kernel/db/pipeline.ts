import type { MaybePromise } from "../base/maybe-promise.ts";

/** SQLSTATE of every statement that follows a failed statement in a transaction. */
const ABORTED = "25P02";

/**
 * Waits for statements that do not depend on each other. On one connection, they are sent together and run in this
 * order. Unlike `Promise.all`, it waits for all statements even if one fails, so that no statement is still running
 * when the transaction is rolled back. It throws the error of the statement that failed first, not the consequent
 * errors of the statements after it.
 */
export async function pipelined<T extends readonly unknown[]>(work: {
  readonly [K in keyof T]: Promise<T[K]>;
}): Promise<T> {
  const outcomes = await Promise.allSettled(work);
  const errors = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }): unknown => reason);
  if (errors.length > 0) throw errors.find((error) => (error as { code?: string }).code !== ABORTED) ?? errors[0];
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as T;
}

/** Like `pipelined`, but returns the values immediately if none of them is a promise. */
export function pipelinedMaybe<T extends readonly unknown[]>(work: {
  readonly [K in keyof T]: MaybePromise<T[K]>;
}): MaybePromise<T> {
  const isKnown = work.every((one) => !(one instanceof Promise));
  return isKnown ? (work as unknown as T) : pipelined<T>(work as { readonly [K in keyof T]: Promise<T[K]> });
}
