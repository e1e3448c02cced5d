import { ServerBusy } from "@parlance/kernel/http/errors.ts";
import { Quotas } from "@parlance/kernel/http/quotas.ts";

const TOTAL_KEY = "";

/** Limits the number of concurrent requests: in total and per caller. */
export class ConcurrencyLimit {
  readonly #total: Quotas;
  readonly #byCaller: Quotas;

  constructor({ total, perCaller }: { readonly total: number; readonly perCaller: number }) {
    this.#total = new Quotas(total);
    this.#byCaller = new Quotas(perCaller);
  }

  /**
   * Runs the work if the total limit and the limits of all callers (the request's network and its server) allow it.
   * @throws ServerBusy, and the errors of the work
   */
  async run<T>(callers: readonly string[], work: () => Promise<T>): Promise<T> {
    using acquired = new DisposableStack();
    const owners = [[this.#total, TOTAL_KEY] as const, ...callers.map((caller) => [this.#byCaller, caller] as const)];
    for (const [quotas, owner] of owners) {
      const quota = quotas.acquire(owner);
      if (!quota) throw new ServerBusy();
      acquired.defer(() => quota.release());
    }
    return await work();
  }
}
