import type { Clock } from "../base/clock.ts";
import type { Database, Tx } from "../db/types.ts";
import type { Write } from "./context.ts";

/** Time after which a request should end, because clients abandon a request that takes much longer. */
const TIME_BUDGET_MS = 50_000;

/** The steps of a write that is too large for one transaction. */
export class StepwiseTransactions<A> {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #context: (tx: Tx) => Write<A>;
  readonly #end: number;

  constructor(db: Database, clock: Clock, context: (tx: Tx) => Write<A>) {
    this.#db = db;
    this.#clock = clock;
    this.#context = context;
    this.#end = clock.elapsed() + TIME_BUDGET_MS;
  }

  /** Runs a step in a separate transaction. It stays committed, whatever happens to later steps. */
  run<T>(act: (ctx: Write<A>) => Promise<T>): Promise<T> {
    return this.#db.write((tx) => act(this.#context(tx)));
  }

  /** Whether the request has run for so long that its client should request the rest separately. */
  isOverBudget(): boolean {
    return this.#clock.elapsed() >= this.#end;
  }
}
