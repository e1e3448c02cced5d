/**
 * Waits for statements that do not depend on one another; on one connection they go out together and run in this order.
 * Unlike `Promise.all` it waits for all of them even when one fails, so that none is still running when its transaction
 * is rolled back.
 */
export async function together<T extends readonly unknown[]>(work: {
  readonly [K in keyof T]: Promise<T[K]>;
}): Promise<T> {
  const outcomes = await Promise.allSettled(work);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
