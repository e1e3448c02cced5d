import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "@parlance/testkit/random/seeded-random.ts";
import { call } from "../../testkit/http.ts";
import { TestUser, type Client } from "../../testkit/organization/test-user.ts";
import { ServerProcess } from "../../testkit/servers/server-process.ts";
import { pack } from "../bootstrap/pack.mjs";
import { root } from "../paths.ts";
import type { Drill, DrillContext } from "./drill.ts";

const DEFAULTS = { users: "50", minutes: "3" };
/** Maximum memory of the server and its database together, in MiB. */
const MAX_MIB = 512;
const SAMPLE_INTERVAL_MS = 1000;
/** Mean time between two actions of a user, in milliseconds. */
const MEAN_PAUSE_MS = 6000;
/** Interval at which clients report that their user is present, in milliseconds. */
const PRESENCE_INTERVAL_MS = 60_000;
const PASSWORD = "of infinite jest";
/** Restricts the server and its database to one processor core, so that the server's defaults are those of small machines. */
const ON_ONE_CORE = ["taskset", "--cpu-list", "0"];
/** Number of topics of the channel. */
const TOPIC_COUNT = 5;

export const smallMachine: Drill = {
  name: "small-machine",
  about: `the server and its database, on one processor core, need less than ${MAX_MIB} MiB for 50 active users`,
  needs: [{ command: "taskset", debianPackage: "util-linux" }],
  minutes: 5,
  options: {
    users: `number of users, ${DEFAULTS.users} by default`,
    minutes: `duration of the load, ${DEFAULTS.minutes} by default`,
  },
  obstacle: () => (process.platform === "linux" ? null : "memory can be measured only on Linux"),
  run,
};

/** Latencies of the requests, in milliseconds, by the kind of request. */
type Latencies = Map<string, number[]>;

async function run({ print, signal, options }: DrillContext): Promise<readonly string[]> {
  const { users, minutes } = { ...DEFAULTS, ...options };
  const [userCount, duration] = [Number(users), Number(minutes) * 60_000];
  if (!(Number.isInteger(userCount) && userCount > 1 && duration > 0))
    return ["--users takes a whole number from 2, --minutes a number above 0"];
  await pack(root, process.execPath);
  await using server = await ServerProcess.start({}, { launcher: ON_ONE_CORE });
  const memory = new MemoryMeter(server);
  print(`after the start: ${memory.describe(await memory.measure())}`);
  const { owner } = (await server.demoUsers()) as { owner: TestUser };
  const people = await createUsers(owner, userCount);
  const channel = await owner.createChannel("small machine", [owner, ...people]);
  print(`after ${userCount} logins: ${memory.describe(await memory.measure())}`);

  const latencies: Latencies = new Map();
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, AbortSignal.timeout(duration), ended.signal]);
  const sampling = memory.sampleUntil(stop);
  const active = people.map((user, index) => new ActiveUser(user, { people, channel, latencies, stop, index }));
  await Promise.all(active.map((user) => user.run())).finally(() => ended.abort());
  const peak = await sampling;
  print(formatLatencies(latencies));
  print(`peak with ${userCount} active users: ${memory.describe(peak)}`);
  if (signal.aborted) return [];
  return total(peak) < MAX_MIB ? [] : [`${total(peak).toFixed(0)} MiB are more than ${MAX_MIB} MiB`];
}

/** Creates members, who log in with their passwords. */
async function createUsers(owner: TestUser, count: number): Promise<TestUser[]> {
  const users: TestUser[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    const [email, fullName] = [`active-${nth}@example.com`, `Active ${nth}`];
    await owner.callOrThrow("POST", "/users", { email, full_name: fullName, password: PASSWORD });
    const login = { method: "POST", path: "/fetch_api_key", parameters: { username: email, password: PASSWORD } };
    const { user_id: id, api_key: apiKey, msg } = await call(owner.site, login);
    if (typeof apiKey !== "string") throw new Error(`${fullName} cannot log in: ${msg}`);
    users.push(new TestUser(owner.site, { id: id as number, email, fullName, apiKey }));
  }
  return users;
}

interface ActiveUserOptions {
  readonly people: readonly TestUser[];
  readonly channel: number;
  readonly latencies: Latencies;
  readonly stop: AbortSignal;
  readonly index: number;
}

/** A user with a client that polls, reads and writes at the pace of a person. */
class ActiveUser {
  readonly #user: TestUser;
  readonly #options: ActiveUserOptions;
  readonly #dice: SeededRandom;

  constructor(user: TestUser, options: ActiveUserOptions) {
    this.#user = user;
    this.#options = options;
    this.#dice = new SeededRandom(options.index);
  }

  async run(): Promise<void> {
    await Promise.all([this.#poll(), this.#act(), this.#reportPresence()]);
  }

  async #poll(): Promise<void> {
    const client = await this.#register();
    const { stop } = this.#options;
    const ended = new Promise<void>((resolve) => stop.addEventListener("abort", () => resolve(), { once: true }));
    // The last poll still waits when the load ends. It ends together with the server.
    while (!stop.aborted) await Promise.race([client.poll({ block: true }).catch(unlessAborted(stop)), ended]);
  }

  #register(): Promise<Client> {
    return this.#measure("register", () => this.#user.registerQueue());
  }

  async #act(): Promise<void> {
    const { stop } = this.#options;
    while (await this.#pause(2 * MEAN_PAUSE_MS * this.#dice.fraction())) {
      const act = this.#dice.pick(this.#actions);
      if (!stop.aborted) await act();
    }
  }

  async #reportPresence(): Promise<void> {
    let pauseMs = PRESENCE_INTERVAL_MS * this.#dice.fraction();
    while (await this.#pause(pauseMs)) {
      pauseMs = PRESENCE_INTERVAL_MS;
      const parameters = { status: "active", last_update_id: -1 } as const;
      await this.#measure("presence", () => this.#user.callOrThrow("POST", "/users/me/presence", parameters));
    }
  }

  /** The actions. One that is listed several times is chosen more often. */
  get #actions(): readonly (() => Promise<unknown>)[] {
    const { channel, people } = this.#options;
    const topic = `topic ${this.#dice.integerBelow(TOPIC_COUNT)}`;
    const content = `Message of ${this.#user.fullName}: ${"words ".repeat(this.#dice.integerBelow(60))}`;
    const send = () => this.#measure("send", () => this.#user.sendToChannel(channel, { topic, content }));
    const sendDirectly = () =>
      this.#measure("send", () => this.#user.sendDirectMessage(this.#dice.pick(people), { content }));
    const fetch = () =>
      this.#measure("fetch", () =>
        this.#user.callOrThrow("GET", "/messages", {
          anchor: "newest",
          num_before: 50,
          num_after: 0,
          narrow: [
            { operator: "channel", operand: channel },
            { operator: "topic", operand: topic },
          ],
        }),
      );
    const search = () =>
      this.#measure("search", () =>
        this.#user.callOrThrow("GET", "/messages", {
          anchor: "newest",
          num_before: 50,
          num_after: 0,
          narrow: [{ operator: "search", operand: "words" }],
        }),
      );
    const markRead = () =>
      this.#measure("mark read", () => this.#user.callOrThrow("POST", "/mark_stream_as_read", { stream_id: channel }));
    const reload = async () => {
      const { queueId } = await this.#register();
      await this.#user.callOrThrow("DELETE", "/events", { queue_id: queueId });
    };
    return [send, send, send, sendDirectly, fetch, fetch, fetch, fetch, markRead, markRead, search, reload];
  }

  async #measure<T>(kind: string, request: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const answer = await request();
    const times = this.#options.latencies.get(kind) ?? [];
    times.push(performance.now() - start);
    this.#options.latencies.set(kind, times);
    return answer;
  }

  /** Waits. Resolves to false if the load has ended. */
  async #pause(milliseconds: number): Promise<boolean> {
    const { stop } = this.#options;
    await sleep(milliseconds, undefined, { signal: stop }).catch(unlessAborted(stop));
    return !stop.aborted;
  }
}

const unlessAborted =
  ({ aborted }: AbortSignal) =>
  (error: unknown): void => {
    if (!aborted && (error as Error).name !== "AbortError") throw error;
  };

/** Memory in MiB. Memory that processes share counts once. */
interface Memory {
  readonly server: number;
  readonly database: number;
}

const total = ({ server, database }: Memory): number => server + database;

/** Measures the memory of a server and its database (PSS). */
class MemoryMeter {
  readonly #server: ServerProcess;

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  async measure(): Promise<Memory> {
    const { pid, allProcessIds } = this.#server;
    const [server = 0, ...database] = await Promise.all([pid, ...allProcessIds.filter((id) => id !== pid)].map(pssOf));
    return { server, database: database.reduce((sum, one) => sum + one, 0) };
  }

  /** Measures again and again until the signal is aborted, and returns the largest measurement. */
  async sampleUntil(signal: AbortSignal): Promise<Memory> {
    let peak = await this.measure();
    while (!signal.aborted) {
      await sleep(SAMPLE_INTERVAL_MS);
      const now = await this.measure();
      if (total(now) > total(peak)) peak = now;
    }
    return peak;
  }

  describe({ server, database }: Memory): string {
    return `${(server + database).toFixed(0)} MiB (server ${server.toFixed(0)}, database ${database.toFixed(0)})`;
  }
}

/** Returns the memory of a process in MiB. It is 0 for a process that has just ended. */
async function pssOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1024;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Formats the latencies as a Markdown table. */
function formatLatencies(latencies: Latencies): string {
  const rows = [...latencies, ["all", [...latencies.values()].flat()] as const].map(([kind, times]) => {
    const [median, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(0));
    return `| ${[kind, times.length, median, p95, p99].join(" | ")} |`;
  });
  return ["| request | count | median ms | p95 ms | p99 ms |", "|---|---|---|---|---|", ...rows].join("\n");
}
