// Slow: kills servers and databases during a random walk.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ALL_CAPABILITIES,
  type Client,
  SeededRandom,
  createTestOrganization,
  DedicatedPostgres,
  type Parameters,
  type TestUser,
  type ReceivedEvent,
  ServerProcess,
  startServerOnDatabase,
  TcpProxy,
  TEST_HOST,
  TEST_SECRET,
  type TestOrganization,
  until,
  waitBeforeRetry,
} from "@parlance/testkit";
import { randomRun, isExploring } from "@parlance/testkit/random/random-runs.ts";
import { administratorSteps } from "./fixtures/administrator-steps.ts";
import { personalSteps } from "./fixtures/personal-steps.ts";
import { messageSteps } from "./fixtures/message-steps.ts";
import { assertReplayedState } from "./fixtures/replayed-state.ts";
import type { EventStream } from "./fixtures/event-stream-client.ts";
import { recordId, type WalkState } from "./fixtures/random-walk.ts";
import { ProcessSwitchingClient } from "./fixtures/process-switching-client.ts";

const { rounds: ROUNDS, seed: SEED } = randomRun({ rounds: 1, exploreRounds: 3 });
const WALKERS = 6;
const STEPS_EACH = 40;
/** Number of steps of all walkers together before each kill. */
const STEPS_BETWEEN_KILLS = 40;
/** Maximum number of attempts, with `waitBeforeRetry` between them. */
const MAX_TRIES = 1000;
const CLIENTS = isExploring ? 50 : 16;
/** Number of clients that also read during the walk, and maximum duration of their streams, in steps. */
const READERS = 6;
const STEPS_PER_STREAM = 20;
/** Maximum simulated delay of data from the database to a process, in milliseconds. */
const MAX_LAG_MS = 40;

const steps = Object.entries({ ...messageSteps, ...personalSteps, ...administratorSteps }).flatMap(
  ([name, [step, weight]]) => Array.from({ length: weight }, () => ({ name, step })),
);

const without = (...names: (keyof typeof ALL_CAPABILITIES)[]) => ({
  client_capabilities: { ...ALL_CAPABILITIES, ...Object.fromEntries(names.map((name) => [name, false])) },
});

/**
 * Registration parameters of the clients. All clients must end with the same state, whichever JSON variant of the
 * events they get.
 */
const WAYS: readonly Parameters[] = [
  {},
  { client_gravatar: true },
  { slim_presence: true },
  { apply_markdown: false },
  without("bulk_message_deletion"),
  without("stream_typing_notifications", "user_avatar_url_field_optional"),
  without("user_list_incomplete"),
  { all_public_streams: true },
];

const isAway = (error: unknown): boolean =>
  /ECONN|EPIPE|socket hang up|Unexpected end|not valid JSON|DATABASE_UNAVAILABLE|OUTCOME_UNKNOWN|503/.test(
    String(error),
  );

/** Whether an error means that a user has permanently lost the queue. */
const isGone = (error: unknown): boolean => /BAD_EVENT_QUEUE_ID|Account is deactivated/.test(String(error));

/** Retries until the server is reachable. Returns undefined if the queue was deleted. */
async function persistently<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (isGone(error)) return undefined;
      if (!isAway(error) || tries === MAX_TRIES) throw error;
      await waitBeforeRetry();
    }
  }
}

class Walk {
  readonly ground: WalkState;
  readonly done = new Set<string>();
  /** Number of steps attempted so far, and number of walkers that have not finished. */
  #tried = 0;
  #walkers = 0;
  readonly #servers: readonly ServerProcess[];

  constructor(realm: TestOrganization, servers: readonly ServerProcess[]) {
    const { desdemona, iago, shiva, hamlet, cordelia, othello, polonius, bot } = realm;
    const users = [desdemona, iago, shiva, bot, hamlet, cordelia, othello, polonius];
    this.ground = { users, ids: new Map(), names: new Map() };
    this.#servers = servers;
  }

  at(person: TestUser, dice: SeededRandom): TestUser {
    return person.at(dice.pick(this.#servers));
  }

  async furnish(): Promise<void> {
    const { ground } = this;
    const [owner] = ground.users;
    assert.ok(owner);
    for (const [nth, name] of ["elsinore", "verona", "venice"].entries()) {
      const subscribers = ground.users.filter((_, index) => (index + nth) % 3 > 0);
      const id = await owner.createChannel(name, subscribers, { invite_only: nth === 2 });
      recordId(ground, "channels", id);
      ground.names.set(id, name);
    }
    const { id } = await owner.callOrThrow("POST", "/realm/profile_fields", { field_type: 1, name: "Motto" });
    recordId(ground, "fields", id);
  }

  get isOver(): boolean {
    return this.#walkers === 0;
  }

  /** Waits until `count` more steps were attempted, or all walkers have finished. */
  async goesOnFor(count: number): Promise<void> {
    const before = this.#tried;
    await until(() => this.#tried >= before + count || this.#walkers === 0);
  }

  /** Performs steps one after the other, at random processes, whether or not they are running. */
  async goOn(dice: SeededRandom): Promise<void> {
    this.#walkers += 1;
    try {
      for (let count = 0; count < STEPS_EACH; count += 1) await this.#step(dice);
    } finally {
      this.#walkers -= 1;
    }
  }

  async #step(dice: SeededRandom): Promise<void> {
    this.#tried += 1;
    const { name, step } = dice.pick(steps);
    const who =
      dice.fraction() < 0.4 ? (this.ground.users[dice.integerBelow(2)] as TestUser) : dice.pick(this.ground.users);
    try {
      const { status, code, msg } = await step(this.ground, dice, this.at(who, dice));
      assert.ok(status !== 500, `${name}: ${status} ${code} ${msg}`);
      if (status === 200) this.done.add(name);
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }
}

interface Watcher {
  readonly as: Parameters;
  readonly client: Client;
  /** Reads the client's queue from any process. */
  readonly reader: ProcessSwitchingClient;
}

async function watchers(walk: Walk, dice: SeededRandom): Promise<Watcher[]> {
  const { users } = walk.ground;
  const all = Array.from({ length: CLIENTS }, async (_, nth) => {
    const person = users[nth % users.length] as TestUser;
    const way = WAYS[Math.floor(nth / users.length) % WAYS.length] as Parameters;
    const as = way["all_public_streams"] && person === users.at(-1) ? {} : way;
    const client = await persistently(() => walk.at(person, dice).registerQueue(as));
    return client ? [{ as, client, reader: new ProcessSwitchingClient(client) }] : [];
  });
  return (await Promise.all(all)).flat();
}

/** Reads a queue with polls and streams from random processes, until the walk is over or the queue was deleted. */
async function readsMeanwhile({ client, reader }: Watcher, walk: Walk, dice: SeededRandom): Promise<void> {
  while (!walk.isOver) {
    const person = walk.at(client.user, dice);
    const length = 1 + dice.integerBelow(STEPS_PER_STREAM);
    const read = dice.boolean()
      ? () => reader.polls(person)
      : () => reader.streams(person, (stream) => readFor(stream, walk.goesOnFor(length)));
    if ((await persistently(async () => ({ done: await read() }))) === undefined) return;
    await walk.goesOnFor(1);
  }
}

/** Returns the events of a stream up to its end, or until `time` resolves. */
async function readFor(stream: EventStream, time: Promise<void>): Promise<readonly ReceivedEvent[]> {
  const events: ReceivedEvent[] = [];
  const cut = time.then(() => stream[Symbol.dispose]());
  for (let event = await stream.next(); event; event = await stream.next()) events.push(event);
  await cut;
  return events;
}

/**
 * Polls until a poll returns the event with the given id or a later one, or no events. Retries each poll by itself,
 * because the events of earlier polls are acknowledged. Returns undefined if the queue was deleted.
 */
async function pollUpTo(client: Client, id: number): Promise<ReceivedEvent[] | undefined> {
  const all: ReceivedEvent[] = [];
  for (;;) {
    const events = await persistently(() => client.poll());
    if (!events) return undefined;
    all.push(...events);
    if (events.length === 0 || client.lastEventId >= id) return all;
  }
}

/**
 * Returns whether the queue still exists. If it does, asserts that its events turn the client's first state into the
 * current state.
 */
async function watchToEnd({ as, client, reader }: Watcher): Promise<boolean> {
  const first = await persistently(() => client.poll());
  const after = first && (await persistently(() => client.user.registerQueue(as)));
  const rest = after && (await pollUpTo(client, after.lastEventId));
  if (!after || !rest) return false;
  const events: ReceivedEvent[] = [...reader.received, ...first, ...rest].filter(({ type }) => type !== "heartbeat");
  const registration = { clientGravatar: as["client_gravatar"] === true, slimPresence: as["slim_presence"] === true };
  const who = `${client.user.fullName} (${client.user.id}) with ${JSON.stringify(as)}`;
  assertReplayedState(who, { before: client.state, events, after: after.state, registration });
  return true;
}

/** The processes of a walk, and their database. */
interface Site {
  readonly servers: readonly ServerProcess[];
  readonly postgres: DedicatedPostgres;
  /** Proxy between one of the processes and the database. Its delay makes the process lag behind. */
  readonly slowLine: TcpProxy;
}

/** Kills and restarts one process after the other during the walk, and in every second round the database too. */
async function misfortunes(
  { servers, postgres, slowLine }: Site,
  { walk, round, dice }: { walk: Walk; round: number; dice: SeededRandom },
): Promise<void> {
  for (const server of servers) {
    slowLine.delayMs = dice.integerBelow(MAX_LAG_MS);
    await walk.goesOnFor(STEPS_BETWEEN_KILLS);
    await server.kill({ database: false });
    if (round % 2 === 1) {
      await postgres.crash();
      await postgres.start();
    }
    await server.restart();
  }
}

test(`after random actions during server crashes, the state of each client equals that of the server (seed ${SEED})`, async () => {
  const postgres = await DedicatedPostgres.start();
  const env = {
    DATABASE_URL: postgres.url,
    PARLANCE_SECRET: TEST_SECRET.toString(),
    PARLANCE_EVENT_QUEUES_PER_ACCOUNT: "10000",
    PARLANCE_EXTERNAL_URL: `http://${TEST_HOST}`,
  };
  const maker = await startServerOnDatabase(postgres.connection);
  const realm = await createTestOrganization(maker);
  await maker[Symbol.asyncDispose]();
  await using here = await ServerProcess.startOnDatabase(env);
  await using slowLine = await TcpProxy.start([{ path: postgres.socketPath }]);
  const slowly = { ...env, DATABASE_URL: `postgres://parlance@127.0.0.1:${slowLine.port}/parlance` };
  await using there = await ServerProcess.startOnDatabase(slowly);
  const servers = [here, there];
  const walk = new Walk(realm, servers);
  const dice = new SeededRandom(SEED);
  for (const [nth, person] of walk.ground.users.entries()) (walk.ground.users as TestUser[])[nth] = person.at(here);
  await walk.furnish();
  for (let round = 0; round < ROUNDS; round += 1) {
    const early = await watchers(walk, dice);
    const walking = Array.from({ length: WALKERS }, (_, nth) =>
      walk.goOn(new SeededRandom(SEED * 1000 + round * 100 + nth)),
    );
    const [late] = await Promise.all([
      watchers(walk, dice),
      misfortunes({ servers, postgres, slowLine }, { walk, round, dice }),
      ...early
        .slice(0, READERS)
        .map((watcher, nth) => readsMeanwhile(watcher, walk, new SeededRandom(SEED * 77 + nth))),
      ...walking,
    ]);
    const finished = [];
    for (const watcher of [...early, ...late]) finished.push(await watchToEnd(watcher));
    const staying = finished.filter(Boolean).length;
    assert.ok(staying >= CLIENTS, `${staying} of ${finished.length} clients received all events`);
  }
  assert.ok(walk.done.size > 20, `of all that was tried, only ${[...walk.done].join(", ")} succeeded`);
});
