import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerProcess, type Client, type TestUser, until, waitBeforeRetry, SeededRandom } from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";

const { rounds: ROUNDS, seed } = randomRun({ rounds: 1, exploreRounds: 12 });
const dice = new SeededRandom(seed);
const SENDERS = 6;
/** Number of messages acknowledged before each kill: `LEAST_LOAD`, plus a random number below `MORE_LOAD`. */
const LEAST_LOAD = 12;
const MORE_LOAD = 40;

/**
 * Returns true if the error only means that the server was unreachable. The server may then have processed the request
 * or not.
 */
const isDisconnection = (error: unknown) =>
  /ECONN|EPIPE|socket hang up|Unexpected end|not valid JSON/.test(String(error));

/** Sends messages until stopped, and records those whose requests succeeded: they must never be lost. */
async function sendOn(sender: TestUser, name: string, acknowledged: Map<number, string>, stop: AbortSignal) {
  for (let count = 0; !stop.aborted; count += 1) {
    const content = `${name} ${count}`;
    try {
      const answer = await sender.post("/messages", { type: "channel", to: "general", topic: "load", content });
      if (answer.result !== "success") throw new Error(`${answer.code} ${answer.msg}`);
      assert.ok(!acknowledged.has(answer["id"]), "an id is assigned once");
      acknowledged.set(answer["id"], content);
    } catch (error) {
      if (!isDisconnection(error)) throw error;
      await waitBeforeRetry();
    }
  }
}

/** Polls until stopped, like a client that never registers again. */
async function pollOn(client: Client, seen: Map<number, string>, stop: AbortSignal) {
  let last = client.lastEventId;
  while (!stop.aborted) {
    try {
      for (const { id, type, message } of await client.poll({ block: true })) {
        if (type === "heartbeat") continue;
        assert.ok(id > last, `event ${id} comes after ${last}`);
        last = id;
        assert.ok(message && !seen.has(message.id), `message ${message?.id} is received once`);
        seen.set(message.id, message.content);
      }
    } catch (error) {
      if (!isDisconnection(error)) throw error;
      await waitBeforeRetry();
    }
  }
}

test("kill -9 under load loses no acknowledged message, and no queue misses or repeats an event", async () => {
  await using server = await ServerProcess.start({ PARLANCE_HEARTBEAT_SECONDS: "1" });
  const people = await server.demoUsers();
  const members = ["owner", "admin", "moderator", "member", "member2"].map((name) => people[name] as TestUser);
  const types = { event_types: ["message"], apply_markdown: false };
  const clients = await Promise.all(members.map((person) => person.registerQueue(types)));
  await using load = new Load(members, clients);

  for (let round = 0; round < ROUNDS; round += 1) {
    await load.untilAcknowledged(load.acknowledged.size + LEAST_LOAD + dice.integerBelow(MORE_LOAD));
    await server.kill({ database: round % 2 === 0 });
    await server.restart();
  }
  await load.untilAcknowledged(load.acknowledged.size + LEAST_LOAD);
  await load.stopSending();
  const stored = await storedMessages(members[0] as TestUser);
  await load.untilAllSaw(stored.size);

  for (const [id, content] of load.acknowledged) assert.equal(stored.get(id), content, "the acknowledged is stored");
  assert.equal(new Set(stored.values()).size, stored.size, "nothing is stored twice");
  assert.ok(load.acknowledged.size > 10 * ROUNDS, `there was load: ${load.acknowledged.size} messages`);
  for (const own of load.seen) assert.deepEqual(own, stored, "every queue received every stored message");
  await load.stopPolling();
  assert.equal(await server.stop(), 0);
});

/** Clients that send and poll continuously, even while the server is down. */
class Load implements AsyncDisposable {
  readonly acknowledged = new Map<number, string>();
  readonly seen: readonly Map<number, string>[];
  readonly #sending = new AbortController();
  readonly #polling = new AbortController();
  readonly #senders: readonly Promise<void>[];
  readonly #pollers: readonly Promise<void>[];
  #failure: { readonly error: unknown } | undefined;

  constructor(people: readonly TestUser[], clients: readonly Client[]) {
    this.seen = clients.map(() => new Map<number, string>());
    this.#senders = Array.from({ length: SENDERS }, (_, index) => {
      const person = people[index % people.length] as TestUser;
      return sendOn(person, `sender ${index}`, this.acknowledged, this.#sending.signal);
    });
    this.#pollers = clients.map((client, index) =>
      pollOn(client, this.seen[index] as Map<number, string>, this.#polling.signal),
    );
    for (const running of [...this.#senders, ...this.#pollers]) {
      running.catch((error: unknown) => (this.#failure ??= { error }));
    }
  }

  async untilAcknowledged(count: number): Promise<void> {
    await this.#until(() => this.acknowledged.size >= count);
  }

  async stopSending(): Promise<void> {
    this.#sending.abort();
    await Promise.all(this.#senders);
  }

  async untilAllSaw(count: number): Promise<void> {
    await this.#until(() => this.seen.every((own) => own.size >= count));
  }

  async stopPolling(): Promise<void> {
    this.#polling.abort();
    await Promise.all(this.#pollers);
  }

  /** Waits for a condition. Throws the error of a client if a client fails in the meantime. */
  async #until(condition: () => boolean): Promise<void> {
    await until(() => this.#failure !== undefined || condition());
    if (this.#failure) throw this.#failure.error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#sending.abort();
    await this.stopPolling().catch(() => undefined);
  }
}

/** Returns all messages of the topic, by id. */
async function storedMessages(reader: TestUser): Promise<Map<number, string>> {
  const stored = new Map<number, string>();
  const narrow = [
    { operator: "channel", operand: "general" },
    { operator: "topic", operand: "load" },
  ];
  for (let anchor = 0; ;) {
    const page = await reader.callOrThrow("GET", "/messages", {
      anchor: String(anchor),
      num_before: 0,
      num_after: 5000,
      narrow,
      apply_markdown: false,
    });
    for (const { id, content } of page["messages"] as { id: number; content: string }[]) {
      stored.set(id, content);
      anchor = id;
    }
    if (page["found_newest"]) return stored;
  }
}
