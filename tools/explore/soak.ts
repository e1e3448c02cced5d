// A soak: a server under a level mixed load for some minutes, with its memory, tables and descriptors measured.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresDatabase } from "@parlance/server/kernel/db/database.ts";
import type { Person } from "../../testkit/person.ts";
import { databaseOf } from "../../testkit/server-database.ts";
import { ServerProcess } from "../../testkit/server-process.ts";
import { MixedLoad } from "../load/mixed-load.ts";
import { Inspector } from "./inspector.ts";
import { limitFor, MEASURES, readMeasures } from "./soak-measures.ts";
import { afterWarmUp, slopePerMinute, type Sample } from "./trend.ts";

const MINUTE_MS = 60_000;
const SAMPLES = 60;
const MIN_INTERVAL_MS = 2_000;
/** Part of its time that a soak must have run to be judged: an interrupted one is not. */
const ALMOST = 0.9;
const PAUSE_MS = 150;
const USERS = ["owner", "admin", "moderator", "member", "member2"];
/** Abandoned queues expire within the run, and blocked polls return often. */
const ENVIRONMENT = {
  NODE_OPTIONS: "--inspect=127.0.0.1:0",
  PARLANCE_EVENT_QUEUE_IDLE_SECONDS: "15",
  PARLANCE_HEARTBEAT_SECONDS: "5",
};

interface SoakOptions {
  readonly ms: number;
  readonly seed: number;
  /** File for the samples, as tab-separated values. */
  readonly file: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Runs a soak. Returns what is wrong: growth, lost data, failed requests. The growth of an aborted one is not judged. */
export async function soak(options: SoakOptions): Promise<string[]> {
  const { say, seed } = options;
  await using server = await ServerProcess.start(ENVIRONMENT);
  const people = await server.people();
  const users = USERS.map((name) => people[name] as Person);
  const channel = await (users[0] as Person).creates("soak", users);
  using inspector = await Inspector.connect(server.output);
  const db = await databaseOf(server);
  try {
    await using load = new MixedLoad({ users, channel, seed, pauseMs: PAUSE_MS });
    const sampling = new Sampling(server.pid, db, inspector, options);
    const failed = await Promise.race([
      sampling.run().then(() => null),
      load.failure.then(() => "the load ended", String),
    ]);
    if (failed !== null) return [`a request failed: ${failed}`];
    await load.stop();
    say(
      `soak: ${load.requests} requests, ${load.acknowledged.messages} messages, ${load.acknowledged.uploads} uploads`,
    );
    return [...(await load.acknowledged.findLost(users)), ...sampling.growth()];
  } finally {
    await db.close();
  }
}

class Sampling {
  readonly #read: () => Promise<number[]>;
  readonly #options: SoakOptions;
  readonly #series: readonly Sample[][] = MEASURES.map(() => []);

  constructor(pid: number, db: PostgresDatabase, inspector: Inspector, options: SoakOptions) {
    this.#read = () => readMeasures(pid, db, inspector);
    this.#options = options;
    mkdirSync(dirname(options.file), { recursive: true });
    writeFileSync(options.file, `${["seconds", ...MEASURES.map(({ name }) => name)].join("\t")}\n`);
  }

  /** Takes samples until the time is up or the soak is aborted. */
  async run(): Promise<void> {
    const { ms, signal } = this.#options;
    const interval = Math.max(MIN_INTERVAL_MS, ms / SAMPLES);
    const start = performance.now();
    while (!signal.aborted && performance.now() - start < ms) {
      this.#add(performance.now() - start, await this.#read());
      await sleep(interval, undefined, { signal }).catch(() => undefined);
    }
  }

  #add(at: number, values: readonly number[]): void {
    for (const [index, value] of values.entries()) this.#series[index]?.push({ at, value });
    const shown = values.map((value) => (Number.isInteger(value) ? String(value) : value.toFixed(1)));
    const seconds = String(Math.round(at / 1000));
    appendFileSync(this.#options.file, `${[seconds, ...shown].join("\t")}\n`);
    const pairs = MEASURES.map(({ name }, index) => `${name} ${shown[index]}`);
    this.#options.say(`soak ${seconds.padStart(5)} s: ${pairs.join(", ")}`);
  }

  /** The measures that grew faster than they may. */
  growth(): string[] {
    const { ms } = this.#options;
    return MEASURES.flatMap((measure, index) => {
      const { name } = measure;
      const samples = this.#series[index] as Sample[];
      // The last sample comes some seconds before the end.
      const ended = (samples.at(-1)?.at ?? 0) > ms * ALMOST;
      const limit = ended ? limitFor(measure, ms / MINUTE_MS) : undefined;
      if (limit === undefined) {
        this.#options.say(`soak: ${name}: not judged, the run is too short`);
        return [];
      }
      const { maxPerMinute } = limit;
      const slope = slopePerMinute(afterWarmUp(samples));
      const description = `${name}: ${slope.toFixed(2)} a minute, at most ${maxPerMinute} are allowed`;
      this.#options.say(`soak: ${description}`);
      return slope > maxPerMinute ? [`grows under a level load: ${description}`] : [];
    });
  }
}
