import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ALL_CAPABILITIES,
  SeededRandom,
  createTestOrganization,
  type ReceivedEvent,
  startServer,
  type TestServer,
} from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import { LaggingProcess } from "./fixtures/lagging-process.ts";
import type { EventStream } from "./fixtures/event-stream-client.ts";
import { ProcessSwitchingClient } from "./fixtures/process-switching-client.ts";

const { rounds: ROUNDS, seed: SEED } = randomRun({ rounds: 3, exploreRounds: 40 });
const STEPS = 40;
const MESSAGES_PER_TOPIC = 3;

const options = {
  event_types: ["message", "delete_message", "typing"],
  apply_markdown: false,
  // Without this capability, deleting a topic publishes one event per message.
  client_capabilities: { ...ALL_CAPABILITIES, bulk_message_deletion: false },
};

/**
 * Reads a stream up to a message. Returns only the first `count` events, as if the connection had been lost after them.
 */
async function readUpTo(stream: EventStream, content: string, count: number): Promise<readonly ReceivedEvent[]> {
  const events: ReceivedEvent[] = [];
  while (events.at(-1)?.message?.content !== content) {
    const { id, event } = (await stream.nextBlock()) ?? assert.fail(`the stream ended before "${content}"`);
    if (!event) continue;
    assert.equal(id, event.id);
    events.push(event);
  }
  return events.slice(0, count);
}

class Round {
  readonly #dice: SeededRandom;
  readonly #servers: readonly TestServer[];
  readonly #lagging: LaggingProcess;
  readonly #people: Awaited<ReturnType<typeof createTestOrganization>>;
  readonly #channelId: number;
  readonly #sent: string[] = [];
  readonly #deleted: number[] = [];

  private constructor(lagging: LaggingProcess, dice: SeededRandom, people: Round["people"], channelId: number) {
    this.#lagging = lagging;
    this.#servers = [people.server, lagging.server];
    this.#dice = dice;
    this.#people = people;
    this.#channelId = channelId;
  }

  get people(): Awaited<ReturnType<typeof createTestOrganization>> {
    return this.#people;
  }

  static async start(server: TestServer, lagging: LaggingProcess, dice: SeededRandom): Promise<Round> {
    const people = await createTestOrganization(server);
    const { hamlet, othello } = people;
    return new Round(lagging, dice, people, await hamlet.createChannel("denmark", [hamlet, othello]));
  }

  async run(): Promise<void> {
    const { othello, realmId } = this.#people;
    const registered = await othello.registerQueue(options);
    const client = new ProcessSwitchingClient(registered);
    // Polls at both processes, so that both have the queue in memory before one of them lags behind.
    await client.polls(othello.at(this.#lagging.server));
    for (let step = 0; step < STEPS; step += 1) await this.#step(client);
    await this.#lagging.catchUp(realmId);
    while ((await client.polls(othello)) > 0);
    const ofType = (type: string) => client.received.filter((event) => event.type === type);
    assert.deepEqual(
      ofType("message").map(({ message }) => message?.content),
      this.#sent,
    );
    assert.deepEqual(
      ofType("delete_message").map(({ message_id: id }) => id),
      this.#deleted,
    );
  }

  async #step(client: ProcessSwitchingClient): Promise<void> {
    const { hamlet, othello, realmId } = this.#people;
    const dice = this.#dice;
    const anywhere = dice.pick(this.#servers);
    const action = dice.integerBelow(12);
    if (action < 2) await this.#send();
    else if (action < 4) await this.#deleteTopic();
    else if (action < 6) await hamlet.at(anywhere).callOrThrow("POST", "/typing", { op: "start", to: [othello.id] });
    else if (action < 7) await this.#lagging.catchUp(realmId);
    else if (action < 10) {
      const poll = client.polls(othello.at(anywhere));
      if (dice.boolean()) await this.#lagging.catchUp(realmId);
      await poll;
    } else {
      const content = await this.#send();
      const count = dice.integerBelow(10);
      const stream = client.streams(othello.at(anywhere), (opened) => readUpTo(opened, content, count));
      if (anywhere === this.#lagging.server) await this.#lagging.catchUp(realmId);
      await stream;
    }
  }

  async #send(): Promise<string> {
    const { hamlet, othello } = this.#people;
    const content = `message ${this.#sent.length}`;
    await hamlet.sendDirectMessage(othello, { content });
    this.#sent.push(content);
    return content;
  }

  async #deleteTopic(): Promise<void> {
    const { hamlet, desdemona } = this.#people;
    for (let nth = 0; nth < MESSAGES_PER_TOPIC; nth += 1) {
      const content = `message ${this.#sent.length}`;
      this.#deleted.push(await hamlet.sendToChannel("denmark", { topic: "brief", content }));
      this.#sent.push(content);
    }
    await desdemona.callOrThrow("POST", `/streams/${this.#channelId}/delete_topic`, { topic_name: "brief" });
  }
}

test(`across lagging server processes, a queue's event ids strictly increase and acknowledged events are not repeated (seed ${SEED})`, async () => {
  const server = await startServer();
  const lagging = await LaggingProcess.startBeside(server);
  const dice = new SeededRandom(SEED);
  for (let nth = 0; nth < ROUNDS; nth += 1) await (await Round.start(server, lagging, dice)).run();
});
