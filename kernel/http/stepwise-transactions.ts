import type { Clock } from "../base/clock.ts";
import type { Database, Tx } from "../db/types.ts";
import type { Write } from "./context.ts";

/** Time after which a request should end, in milliseconds. Clients abandon requests that take much longer. */
const TIME_BUDGET_MS = 50_000;

/** Runs the steps of a write that is too large for one transaction. */
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

  /** Runs a step in a separate transaction. The step stays committed even if later steps fail. */
  run<T>(act: (ctx: Write<A>) => Promise<T>): Promise<T> {
    return this.#db.write((tx) => act(this.#context(tx)));
  }

  /** Returns true if the request has run for so long that the client should send another request for the rest. */
  isOverBudget(): boolean {
    return this.#clock.elapsed() >= this.#end;
  }
}
