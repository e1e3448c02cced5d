// Runs a soak test: a server is under a constant mixed load for some minutes, and then idle. Its memory, database
// tables and file descriptors are measured.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { TestUser } from "../../testkit/organization/test-user.ts";
import { openServerDatabase } from "../../testkit/servers/server-database.ts";
import { ServerProcess } from "../../testkit/servers/server-process.ts";
import { MixedLoad } from "../load/mixed-load.ts";
import { Inspector } from "./inspector.ts";
import { IDLE_MEASURES, type IdleValues, readIdleMeasures } from "./idle-measures.ts";
import { findLimit, LOAD_MEASURES, readLoadMeasures } from "./load-measures.ts";
import { createSoakActions } from "./soak-load.ts";
import { afterWarmUp, slopePerMinute, type Sample } from "./growth-rate.ts";

const MINUTE_MS = 60_000;
const SAMPLE_COUNT = 60;
const MIN_INTERVAL_MS = 2_000;
/** Fraction of the planned time that a soak test must have run for its measures to be compared with the limits. */
const MIN_COMPLETED_SHARE = 0.9;
const USERS = ["owner", "admin", "moderator", "member", "member2"];
/** A user who has no client during the load, and therefore receives missed-message emails. */
const AWAY_USER = "guest";
/** Time in milliseconds after the load in which the server must release what the load used. */
const SETTLE_TIMEOUT_MS = 120_000;
const SETTLE_INTERVAL_MS = 5_000;
/** Settings that make abandoned event queues expire during the run, and long polls return often. */
const ENVIRONMENT = {
  NODE_OPTIONS: "--inspect=127.0.0.1:0",
  PARLANCE_EVENT_QUEUE_IDLE_SECONDS: "15",
  PARLANCE_HEARTBEAT_SECONDS: "5",
};

interface SoakOptions {
  readonly ms: number;
  readonly seed: number;
  /** Time in milliseconds that each user waits between two requests. */
  readonly pauseMs: number;
  /** Path of the file into which the samples are written as tab-separated values. */
  readonly file: string;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs a soak test. Returns the problems: measures that grew too fast, lost data, failed requests, and resources that
 * the server has not released within two minutes after the load. If the test is aborted, only requests and data are
 * checked.
 */
export async function runSoak(options: SoakOptions): Promise<string[]> {
  const { print, seed, pauseMs, signal } = options;
  await using server = await ServerProcess.start(ENVIRONMENT);
  const people = await server.demoUsers();
  const users = USERS.map((name) => people[name] as TestUser);
  const away = people[AWAY_USER] as TestUser;
  await away.callOrThrow("PATCH", "/settings", { email_notifications_batching_period_seconds: 30 });
  const channel = await (users[0] as TestUser).createChannel("soak", [...users, away]);
  using inspector = await Inspector.connect(server.output);
  const db = await openServerDatabase(server);
  try {
    const before = await readIdleMeasures(server, db);
    await using load = new MixedLoad({ users, channel, seed, pauseMs, actions: createSoakActions(channel, away) });
    const sampling = new Sampling(server.pid, db, inspector, options);
    const failed = await Promise.race([
      sampling.run().then(() => null),
      load.failure.then(() => "the load ended", String),
    ]);
    if (failed !== null) return [`a request failed: ${failed}`];
    await load.stop();
    print(
      `soak: ${load.requests} requests, ${load.acknowledged.messages} messages, ${load.acknowledged.uploads} uploads`,
    );
    const loaded = await readIdleMeasures(server, db);
    const after = await waitUntilSettled(() => readIdleMeasures(server, db), before, signal);
    const problems = [...(await load.acknowledged.findLost(users)), ...sampling.growth()];
    if (signal.aborted) return problems;
    print(formatTable({ before, loaded, after }));
    return [...problems, ...IDLE_MEASURES.flatMap((measure) => describeExcess(measure, before, after))];
  } finally {
    await db.close();
  }
}

/** Measures until all limits are met, but for at most two minutes. Returns the last values. */
async function waitUntilSettled(
  read: () => Promise<IdleValues>,
  before: IdleValues,
  signal: AbortSignal,
): Promise<IdleValues> {
  const start = performance.now();
  let values = await read();
  while (
    IDLE_MEASURES.some((measure) => describeExcess(measure, before, values).length > 0) &&
    performance.now() - start < SETTLE_TIMEOUT_MS &&
    !signal.aborted
  ) {
    await sleep(SETTLE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    values = await read();
  }
  return values;
}

function describeExcess(
  { name, key, limit }: (typeof IDLE_MEASURES)[number],
  before: IdleValues,
  after: IdleValues,
): string[] {
  if (after[key] <= limit(before)) return [];
  return [
    `not released after the load: ${name}: ${formatValue(after[key])}, at most ${formatValue(limit(before))} are allowed`,
  ];
}

const formatValue = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

function formatTable({ before, loaded, after }: Readonly<Record<"before" | "loaded" | "after", IdleValues>>): string {
  const rows = IDLE_MEASURES.map(({ name, key, limit }) => {
    return [name, ...[before[key], loaded[key], after[key], limit(before)].map(formatValue)];
  });
  return [["", "before", "end of load", "left alone", "limit"], ["---", "--:", "--:", "--:", "--:"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

class Sampling {
  readonly #read: () => Promise<number[]>;
  readonly #options: SoakOptions;
  readonly #series: readonly Sample[][] = LOAD_MEASURES.map(() => []);

  constructor(pid: number, db: PostgresDatabase, inspector: Inspector, options: SoakOptions) {
    this.#read = () => readLoadMeasures(pid, db, inspector);
    this.#options = options;
    mkdirSync(dirname(options.file), { recursive: true });
    writeFileSync(options.file, `${["seconds", ...LOAD_MEASURES.map(({ name }) => name)].join("\t")}\n`);
  }

  /** Takes samples until the time is up or the soak test is aborted. */
  async run(): Promise<void> {
    const { ms, signal } = this.#options;
    const interval = Math.max(MIN_INTERVAL_MS, ms / SAMPLE_COUNT);
    const start = performance.now();
    while (!signal.aborted && performance.now() - start < ms) {
      this.#add(performance.now() - start, await this.#read());
      await sleep(interval, undefined, { signal }).catch(() => undefined);
    }
  }

  #add(at: number, values: readonly number[]): void {
    for (const [index, value] of values.entries()) this.#series[index]?.push({ at, value });
    const texts = values.map(formatValue);
    const seconds = String(Math.round(at / 1000));
    appendFileSync(this.#options.file, `${[seconds, ...texts].join("\t")}\n`);
    const pairs = LOAD_MEASURES.map(({ name }, index) => `${name} ${texts[index]}`);
    this.#options.print(`soak ${seconds.padStart(5)} s: ${pairs.join(", ")}`);
  }

  /** Returns a problem for each measure that has grown faster than allowed. */
  growth(): string[] {
    const { ms } = this.#options;
    return LOAD_MEASURES.flatMap((measure, index) => {
      const { name } = measure;
      const samples = this.#series[index] as Sample[];
      // The last sample is taken some seconds before the end of the run.
      const ended = (samples.at(-1)?.at ?? 0) > ms * MIN_COMPLETED_SHARE;
      const limit = ended ? findLimit(measure, ms / MINUTE_MS) : undefined;
      if (limit === undefined) {
        this.#options.print(`soak: ${name}: not judged, the run is too short`);
        return [];
      }
      const { maxPerMinute } = limit;
      const slope = slopePerMinute(afterWarmUp(samples));
      const description = `${name}: ${slope.toFixed(2)} a minute, at most ${maxPerMinute} are allowed`;
      this.#options.print(`soak: ${description}`);
      return slope > maxPerMinute ? [`grows under a level load: ${description}`] : [];
    });
  }
}
