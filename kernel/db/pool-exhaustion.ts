import type pg from "pg";
import type { Clock } from "../base/clock.ts";

/** Maximum time for which a pool may be exhausted before the server counts as not ready, in milliseconds. */
const MAX_EXHAUSTED_MS = 5000;

/** Thrown if every connection to the database has been in use for too long. */
export class PoolExhausted extends Error {
  override readonly name = "PoolExhausted";
}

/** Detects that callers wait too long for a connection of a pool. */
export class PoolExhaustion {
  readonly #pool: pg.Pool;
  readonly #clock: Pick<Clock, "elapsed">;
  /** Time at which the last free connection was acquired. Undefined while a connection is free. */
  #since: number | undefined;
  /** Time at which each waiting caller began to wait, in that order. */
  readonly #waiting = new Map<object, number>();
  /** Number of callers that have waited for a connection, and how long they waited in total. */
  readonly waits = { count: 0, milliseconds: 0 };

  constructor(pool: pg.Pool, clock: Pick<Clock, "elapsed">) {
    this.#pool = pool;
    this.#clock = clock;
    pool.on("acquire", () => {
      if (this.#isFull) this.#since ??= clock.elapsed();
    });
    pool.on("release", () => (this.#since = undefined));
    pool.on("remove", () => (this.#since = undefined));
    this.#noteWaiting();
  }

  /**
   * @throws PoolExhausted if all connections are in use and none was released for some seconds, or a caller has waited
   * that long for a connection
   */
  assertUsable(): void {
    const now = this.#clock.elapsed();
    const [longest = now] = this.#waiting.values();
    const exhaustedMs = now - Math.min(longest, this.#since ?? now);
    if (exhaustedMs <= MAX_EXHAUSTED_MS) return;
    throw new PoolExhausted(`all connections to the database have been in use for ${Math.round(exhaustedMs)} ms`);
  }

  get #isFull(): boolean {
    return this.#pool.idleCount === 0 && this.#pool.totalCount >= this.#pool.options.max;
  }

  #noteWaiting(): void {
    const connect = this.#pool.connect.bind(this.#pool) as unknown as Connect;
    const noting: Connect = (use) => {
      if (!this.#isFull) return connect(use);
      const one = {};
      this.#waiting.set(one, this.#clock.elapsed());
      this.waits.count += 1;
      const done = () => this.#endWait(one);
      if (!use) return connect(undefined)?.finally(done);
      return connect((...result) => {
        done();
        use(...result);
      });
    };
    this.#pool.connect = noting as unknown as pg.Pool["connect"];
  }

  #endWait(one: object): void {
    const now = this.#clock.elapsed();
    this.waits.milliseconds += now - (this.#waiting.get(one) ?? now);
    this.#waiting.delete(one);
  }
}

type ConnectCallback = (...result: [Error | undefined, pg.PoolClient | undefined, (release?: unknown) => void]) => void;
type Connect = (use: ConnectCallback | undefined) => Promise<pg.PoolClient> | undefined;
