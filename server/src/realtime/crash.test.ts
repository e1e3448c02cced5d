import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerProcess, type Client, type Person } from "@parlance/testkit";

const ROUNDS = Number(process.env["PARLANCE_TEST_ROUNDS"] ?? 4);
const SENDERS = 6;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether an error says that the server was away, and nothing about what it did. */
const isDisconnection = (error: unknown) =>
  /ECONN|EPIPE|socket hang up|Unexpected end|not valid JSON/.test(String(error));

/** Sends without a pause until told to stop. What was answered with success must never be lost. */
async function sendOn(sender: Person, name: string, acknowledged: Map<number, string>, stop: AbortSignal) {
  for (let count = 0; !stop.aborted; count += 1) {
    const content = `${name} ${count}`;
    try {
      const answer = await sender.post("/messages", { type: "channel", to: "general", topic: "load", content });
      if (answer.result !== "success") throw new Error(`${answer.code} ${answer.msg}`);
      assert.ok(!acknowledged.has(answer["id"]), "an id is given once");
      acknowledged.set(answer["id"], content);
    } catch (error) {
      if (!isDisconnection(error)) throw error;
      await wait(20);
    }
  }
}

/** Polls without a pause, as a client would that never registers again. */
async function pollOn(client: Client, seen: Map<number, string>, stop: AbortSignal) {
  let last = client.lastEventId;
  while (!stop.aborted) {
    try {
      for (const { id, type, message } of await client.polls({ block: true })) {
        if (type === "heartbeat") continue;
        assert.ok(id > last, `event ${id} comes after ${last}`);
        last = id;
        assert.ok(!seen.has(message.id), `message ${message.id} is told of once`);
        seen.set(message.id, message.content);
      }
    } catch (error) {
      if (!isDisconnection(error)) throw error;
      await wait(20);
    }
  }
}

test(
  "kill -9 under load loses nothing that was acknowledged, and no queue misses or repeats an event",
  { timeout: 300_000 },
  async () => {
    await using server = await ServerProcess.start();
    const people = await server.people();
    const members = ["owner", "admin", "moderator", "member", "member2"].map((name) => people[name] as Person);
    const clients = await Promise.all(
      members.map((person) => person.registers({ event_types: ["message"], apply_markdown: false })),
    );
    const acknowledged = new Map<number, string>();
    const seen = clients.map(() => new Map<number, string>());
    const [sending, polling] = [new AbortController(), new AbortController()];
    const senders = Array.from({ length: SENDERS }, (_, index) =>
      sendOn(members[index % members.length] as Person, `sender ${index}`, acknowledged, sending.signal),
    );
    const pollers = clients.map((client, index) => pollOn(client, seen[index] as Map<number, string>, polling.signal));

    for (let round = 0; round < ROUNDS; round += 1) {
      await wait(200 + Math.random() * 600);
      await server.kill({ database: round % 2 === 1 });
      await server.startAgain();
    }
    await wait(300);
    sending.abort();
    await Promise.all(senders);

    const stored = await storedMessages(members[0] as Person);
    while (seen.some((own) => own.size < stored.size)) await Promise.race([wait(50), ...pollers]);
    polling.abort();
    await members[0]?.writes("general", { topic: "end" });
    await Promise.all(pollers);

    for (const [id, content] of acknowledged) assert.equal(stored.get(id), content, "what was acknowledged is stored");
    assert.equal(new Set(stored.values()).size, stored.size, "nothing is stored twice");
    assert.ok(acknowledged.size > 10 * ROUNDS, `there was load: ${acknowledged.size} messages`);
    for (const own of seen) {
      for (const [id, content] of stored) assert.equal(own.get(id), content, "every stored message was told of");
    }
    assert.equal(await server.stop(), 0);
  },
);

/** Everything in the topic, by id. */
async function storedMessages(reader: Person): Promise<Map<number, string>> {
  const stored = new Map<number, string>();
  const narrow = [
    { operator: "channel", operand: "general" },
    { operator: "topic", operand: "load" },
  ];
  for (let anchor = 0; ;) {
    const page = await reader.does("GET", "/messages", {
      anchor,
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
