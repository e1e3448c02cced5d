import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { createTestOrganization, testServer, type Client, type ParametersOf } from "@parlance/testkit";

type Narrow = NonNullable<ParametersOf<"POST /register">["narrow"]>;

/** Returns the length of a queue's stored options, in characters. */
async function sizeOf({ queueId }: Client): Promise<number> {
  const { db } = await testServer();
  const { rows } = await sql<{ size: number }>`
    select length(options::text) as size from event_queue where id = ${queueId}`.execute(db.reader);
  return rows[0]?.size ?? 0;
}

const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

test("options of a queue that are too long are rejected", async () => {
  const { hamlet } = await createTestOrganization();
  const refusals: [Record<string, unknown>, string][] = [
    [{ narrow: many(501, () => ["is", "dm"]) }, "narrow is too long (limit: 500 items)"],
    [{ narrow: [["topic", "x".repeat(1001)]] }, "narrow[0][1] is too long (limit: 1000 characters)"],
    [{ event_types: many(201, () => "message") }, "event_types is too long (limit: 200 items)"],
    [{ event_types: ["x".repeat(61)] }, "event_types[0] is too long (limit: 60 characters)"],
    [{ fetch_event_types: many(201, () => "message") }, "fetch_event_types is too long (limit: 200 items)"],
  ];
  for (const [options, message] of refusals) {
    const { status, code, msg } = await hamlet.post("/register", options);
    assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", message]);
  }
});

test("text that cannot be a queue id is treated like an unknown id", async () => {
  const { hamlet } = await createTestOrganization();
  for (const queue_id of ["", "x".repeat(101), "a\0b", "-1", "💥", "null"]) {
    const polled = await hamlet.get("/events", { queue_id, last_event_id: -1 });
    const deleted = await hamlet.delete("/events", { queue_id });
    for (const { status, code, msg } of [polled, deleted]) {
      const message = `Bad event queue ID: ${queue_id.slice(0, 100)}`;
      assert.deepEqual([status, code, msg], [400, "BAD_EVENT_QUEUE_ID", message]);
    }
  }
});

test("the queue id and the local id that a client sends with a message have limits", async () => {
  const { hamlet } = await createTestOrganization();
  const long = "x".repeat(101);
  const answers = [
    await hamlet.post("/messages", { type: "direct", to: [hamlet.id], content: "x", queue_id: long, local_id: "1" }),
    await hamlet.post("/messages", { type: "direct", to: [hamlet.id], content: "x", queue_id: "1", local_id: long }),
  ];
  assert.deepEqual(
    answers.map(({ msg }) => msg),
    ["queue_id", "local_id"].map((name) => `${name} is too long (limit: 100 characters)`),
  );
});

test("terms that do not change what a long narrow matches are not stored", async () => {
  const { hamlet } = await createTestOrganization();
  const registers = (narrow: readonly string[][]) => hamlet.registerQueue({ narrow, event_types: ["message"] });
  const plain = await sizeOf(await registers([]));
  const long = await registers(many(500, (n) => ["topic", `${n}`.repeat(300)]));
  const odd = await registers(many(500, (n) => ["is", `${n}`.repeat(300)]));
  assert.ok((await sizeOf(long)) < plain + 3000);
  assert.equal(await sizeOf(odd), plain);
  const knowing = await hamlet.registerQueue({
    event_types: many(200, () => "message"),
    client_capabilities: Object.fromEntries(many(1000, (n) => [`capability ${n}`, true])),
  });
  assert.ok((await sizeOf(knowing)) < plain);
});

test("a narrow that repeats a term matches the same as without the repetition, and a narrow that contradicts itself matches nothing", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("Denmark");
  const registers = (narrow: readonly string[][]) => hamlet.registerQueue({ narrow, event_types: ["message"] });
  const repeating = await registers([
    ...many(100, (n) => ["stream", n % 2 === 0 ? "Denmark" : "DENMARK"]),
    ...many(100, () => ["topic", "ghosts"]),
    ...many(100, () => ["sender", hamlet.email.toUpperCase()]),
    ...many(100, () => ["is", "unheard-of"]),
  ]);
  const words = await registers(many(100, (n) => ["is", n % 2 === 0 ? "dm" : "unread"]));
  const emptyTopic = await registers([
    ["topic", ""],
    ["topic", "general chat"],
  ]);
  const impossible = [
    await registers(many(100, (n) => ["channel", n === 0 ? "Denmark" : `Norway ${n}`])),
    await registers(many(3, (n) => ["topic", ["ghosts", "", "general chat"][n]!])),
    await registers(many(2, (n) => ["sender", [hamlet, othello][n]!.email])),
  ];

  const inTopic = await hamlet.sendToChannel("Denmark", { topic: "ghosts" });
  const nameless = await hamlet.sendToChannel("Denmark", { topic: "" });
  await othello.sendDirectMessage(hamlet);
  const direct = await othello.sendDirectMessage(hamlet);

  const ids = async (client: Client) => (await client.poll()).map((event) => event["message"]?.id as number);
  assert.deepEqual(await ids(repeating), [inTopic]);
  assert.deepEqual(await ids(words), [direct - 1, direct]);
  assert.deepEqual(await ids(emptyTopic), [nameless]);
  for (const client of impossible) assert.deepEqual(await ids(client), []);
});

test("a queue's narrow can consist of objects, with names or ids, and matches the same as the equivalent pairs", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const channel = await hamlet.createChannel("Denmark", [hamlet, othello]);
  await hamlet.createChannel("Norway", [hamlet, othello]);
  const registers = (narrow: Narrow) => hamlet.registerQueue({ narrow, event_types: ["message"] });
  const term = (operator: string, operand: string | number | number[], more: { negated?: boolean } = {}) => ({
    operator,
    operand,
    ...more,
  });
  const inDenmark = await Promise.all(
    [
      [["channel", "Denmark"]],
      [term("channel", "DENMARK")],
      [term("stream", channel, { negated: false })],
      [term("channel", "Denmark"), term("channel", channel)],
    ].map(registers),
  );
  const ofOthello = await Promise.all(
    [
      [term("sender", othello.email)],
      [["channel", "Denmark"], term("sender", othello.id), term("topic", "Ghosts")],
    ].map(registers),
  );
  const nothing = await Promise.all(
    [
      [term("channel", channel), term("channel", channel + 1)],
      [term("channel", "Norway"), term("channel", channel)],
    ].map(registers),
  );

  const first = await hamlet.sendToChannel("Denmark", { topic: "ghosts" });
  await hamlet.sendToChannel("Norway", { topic: "ghosts" });
  const second = await othello.sendToChannel("Denmark", { topic: "ghosts" });

  const ids = async (client: Client) => (await client.poll()).map((event) => event["message"]?.id as number);
  for (const client of inDenmark) assert.deepEqual(await ids(client), [first, second]);
  for (const client of ofOthello) assert.deepEqual(await ids(client), [second]);
  for (const client of nothing) assert.deepEqual(await ids(client), []);

  for (const [wrong, msg] of [
    [term("channel", "Denmark", { negated: true }), "Operator -channel not supported."],
    [term("dm", [othello.id]), "Operator dm not supported."],
    [term("channel", [channel, 7]), `Operand ${channel},7 not supported.`],
    [term("id", 7), "Operator id not supported."],
    [term("topic", 7), "Operand 7 not supported."],
    [term("is", "followed"), "Operand followed not supported."],
    [{ operator: "channel" }, 'narrow[0]["operand"] field is missing: Field required'],
    [term("channel", "x".repeat(1001)), 'narrow[0]["operand"] is too long (limit: 1000 characters)'],
    ["channel", "narrow[0] is not a list"],
  ] as const) {
    const refused = await hamlet.call("POST", "/register", { narrow: [wrong] });
    assert.deepEqual([refused.status, refused.body], [400, { result: "error", code: "BAD_REQUEST", msg }]);
  }
});
