import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  type TestUser,
  type Narrow,
  type ResponseOf,
  writeRowsDirectly,
} from "@parlance/testkit";

const NEWEST = 10_000_000_000_000_000;
const COUNTS = [0, 2, 20];

interface PageRequest {
  readonly anchor: number;
  readonly num_before: number;
  readonly num_after: number;
  readonly include_anchor: boolean;
}

/** Computes the expected window (messages around an anchor) from the list of all matching messages. */
function expected(matching: readonly number[], { anchor, num_before, num_after, include_anchor }: PageRequest) {
  const older = matching.filter((id) => id < anchor).reverse();
  const newer = matching.filter((id) => id > anchor);
  const before = anchor === 0 ? [] : older.slice(0, num_before).reverse();
  const after = anchor === NEWEST ? [] : newer.slice(0, num_after);
  const at = include_anchor && matching.includes(anchor) ? [anchor] : [];
  return {
    ids: [...before, ...at, ...after],
    anchor,
    found_anchor: at.length > 0,
    found_oldest: anchor === 0 || older.length < num_before,
    found_newest: anchor === NEWEST || newer.length < num_after,
  };
}

const summary = (answer: ResponseOf<"GET /messages">) => ({
  ids: answer.messages.map(({ id }) => id),
  anchor: answer["anchor"],
  found_anchor: answer["found_anchor"],
  found_oldest: answer["found_oldest"],
  found_newest: answer["found_newest"],
});

/** Generates requests with every combination of counts before and after an anchor. */
function* questions(anchor: number): Generator<PageRequest> {
  for (const num_before of COUNTS) {
    for (const num_after of COUNTS) {
      yield { anchor, num_before, num_after, include_anchor: true };
      if (num_before === 0 || num_after === 0) yield { anchor, num_before, num_after, include_anchor: false };
    }
  }
}

/**
 * Creates two topics of a channel, another channel, and a direct message conversation, and sends messages to them in
 * turn. Returns several narrows, each with the messages that match.
 */
async function interwoven() {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const users = [hamlet, othello, cordelia];
  await hamlet.createChannel("denmark", users);
  await hamlet.createChannel("venice", users);
  const write: (() => Promise<number>)[] = [
    () => othello.sendToChannel("denmark", { topic: "ghost" }),
    () => othello.sendToChannel("venice", { topic: "ghost" }),
    () => othello.sendDirectMessage([hamlet]),
    () => cordelia.sendToChannel("denmark", { topic: "Ghost" }),
    () => cordelia.sendToChannel("denmark", { topic: "play" }),
  ];
  const ids: number[][] = write.map(() => []);
  for (let round = 0; round < 2; round += 1) {
    for (const [index, act] of write.entries()) ids[index]?.push(await act());
  }
  const [ghost = [], venice = [], direct = [], ghostToo = [], play = []] = ids;
  const sorted = (...lists: number[][]) => lists.flat().sort((a, b) => a - b);
  const everything = await hamlet.callOrThrow("GET", "/messages", { anchor: "oldest", num_after: 100 });
  const notices = summary(everything).ids.filter((id) => id < (ghost[0] ?? 0));
  const [inDenmark = 0] = notices;
  const narrows: { narrow: Narrow; matching: number[] }[] = [
    { narrow: [], matching: sorted(notices, ...ids) },
    { narrow: [["channel", "denmark"]], matching: sorted([inDenmark], ghost, ghostToo, play) },
    {
      narrow: [
        ["channel", "denmark"],
        ["topic", "GHOST"],
      ],
      matching: sorted(ghost, ghostToo),
    },
    { narrow: [{ operator: "dm", operand: [othello.id] }], matching: direct },
    { narrow: [["sender", othello.email]], matching: sorted(ghost, venice, direct) },
    { narrow: [["has", "image"]], matching: [] },
  ];
  return { hamlet, othello, narrows };
}

test("a window contains the requested numbers of messages before and after its anchor, and reports whether more messages match", async () => {
  const { hamlet, narrows } = await interwoven();
  for (const { narrow, matching } of narrows) {
    const some = [matching[0], matching[1], matching[Math.floor(matching.length / 2)], matching.at(-1)];
    const anchors = new Set([0, NEWEST, 1_000_000, ...some.flatMap((id) => (id === undefined ? [] : [id, id + 1]))]);
    for (const anchor of anchors) {
      const requests = [...questions(anchor)];
      const answers = await Promise.all(
        requests.map((one) => hamlet.callOrThrow("GET", "/messages", { ...one, anchor: String(one.anchor), narrow })),
      );
      for (const [index, answer] of answers.entries()) {
        const one = requests[index]!;
        assert.deepEqual(summary(answer), expected(matching, one), JSON.stringify({ narrow, ...one }));
      }
    }
  }
});

const fetches = (person: TestUser, parameters: Record<string, string | number | boolean | object>) =>
  person.callOrThrow("GET", "/messages", parameters).then(summary);

test('names such as "newest", and numbers beyond the range of ids, are valid anchors', async () => {
  const { hamlet, narrows } = await interwoven();
  const all = narrows[0]!.matching;
  const before = { num_before: 3 };
  const newest = { ids: all.slice(-3), anchor: NEWEST, found_anchor: false, found_oldest: false, found_newest: true };
  for (const anchor of ["newest", "10000000000000000", "99999999999999999999999"]) {
    assert.deepEqual(await fetches(hamlet, { anchor, ...before }), newest, anchor);
  }
  const oldest = { ids: all.slice(0, 3), anchor: 0, found_anchor: false, found_oldest: true, found_newest: false };
  for (const anchor of ["oldest", "0", "-7"]) {
    assert.deepEqual(await fetches(hamlet, { anchor, num_after: 3 }), oldest, anchor);
  }
});

test("the first unread anchor is the first unread message that matches, or the end of the messages if none is unread", async () => {
  const { hamlet, othello, narrows } = await interwoven();
  const [all, , topic, direct] = narrows.map(({ matching }) => matching);
  const unread = async (narrow: object, more: object = { anchor: "first_unread" }) =>
    (await fetches(hamlet, { narrow, num_before: 1, num_after: 1, ...more })).anchor;
  const inTopic = narrows[2]!.narrow;
  const inConversation = narrows[3]!.narrow;
  await hamlet.callOrThrow("POST", "/messages/flags", { op: "add", flag: "read", messages: all!.slice(0, 4) });

  assert.equal(await unread([]), all![4]);
  assert.equal(await unread([], { anchor: 0, use_first_unread_anchor: true }), all![4]);
  assert.equal(
    await unread(inTopic),
    topic!.find((id) => id >= all![4]!),
  );
  assert.equal(await unread(inConversation), direct![0]);

  await hamlet.callOrThrow("POST", "/messages/flags", { op: "add", flag: "read", messages: all! });
  assert.equal(await unread([]), NEWEST);
  const next = await othello.sendToChannel("venice", { topic: "ghost" });
  assert.equal(await unread([]), next);
  assert.equal(await unread(inTopic), NEWEST);
});

test("a muted message is not the first unread anchor, unless the narrow names its channel", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const muted = await hamlet.createChannel("denmark", [hamlet, othello]);
  await hamlet.createChannel("venice", [hamlet, othello]);
  await writeRowsDirectly(realm, (tx) =>
    tx.updateTable("subscription").set({ is_muted: true }).where("channel_id", "=", muted).execute(),
  );
  const inDenmark = await othello.sendToChannel("denmark", { topic: "ghost" });
  const inVenice = await othello.sendToChannel("venice", { topic: "ghost" });
  const anchorOf = async (narrow: object) => (await fetches(hamlet, { anchor: "first_unread", narrow })).anchor;

  assert.equal(await anchorOf([]), inVenice);
  assert.equal(await anchorOf([["topic", "ghost"]]), inVenice);
  assert.equal(await anchorOf([{ operator: "channel", operand: muted }]), inDenmark);
});

test("of the messages requested by id, those are returned that match and that the user can read", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  const [first, second] = [
    await othello.sendToChannel("denmark"),
    await othello.sendToChannel("denmark", { topic: "other" }),
  ];
  const direct = await othello.sendDirectMessage([hamlet]);
  const others = await othello.sendDirectMessage([cordelia]);

  const message_ids = [direct, first, second, others, 1_000_000, first];
  const answer = await hamlet.callOrThrow("GET", "/messages", { message_ids });
  const found = { found_anchor: false, found_oldest: false, found_newest: false };
  assert.deepEqual(summary(answer), { ids: [first, second, direct], anchor: undefined, ...found });
  assert.equal(answer["history_limited"], false);
  assert.ok(!("anchor" in answer));
  assert.deepEqual((await fetches(hamlet, { message_ids, narrow: [["topic", "other"]] })).ids, [second]);
  assert.deepEqual((await fetches(hamlet, { message_ids: [] })).ids, []);
});

test("a request with a missing or invalid anchor, for too many messages, or with contradictory parameters is rejected", async () => {
  const { hamlet } = await createTestOrganization();
  const refused = async (parameters: Record<string, string | number | boolean | object>, msg: string) => {
    const { status, body } = await hamlet.get("/messages", parameters);
    assert.deepEqual([status, body], [400, { result: "error", code: "BAD_REQUEST", msg }]);
  };
  await refused({ num_before: 1 }, "Missing 'anchor' argument.");
  for (const anchor of ["", "first", "1.5", "1e3", "0x1"]) await refused({ anchor, num_before: 1 }, "Invalid anchor");
  await refused({ anchor: 1, num_before: -1 }, "num_before is too small");
  await refused(
    { anchor: 1, num_before: 1, num_after: 1, include_anchor: false },
    "The anchor can only be excluded at an end of the range",
  );
  const tooMany = "Too many messages requested (maximum 5000).";
  await refused({ anchor: "newest", num_before: 5000, num_after: 1 }, tooMany);
  await refused({ message_ids: Array.from({ length: 5001 }, (_, id) => id) }, tooMany);
  for (const more of [{ anchor: 1 }, { num_before: 1 }, { num_after: 1 }, { use_first_unread_anchor: true }]) {
    const parameters = [
      "num_before",
      "num_after",
      "anchor",
      "message_ids",
      "include_anchor",
      "use_first_unread_anchor",
    ];
    await refused({ message_ids: [1], ...more }, `Unsupported parameter combination: ${parameters.join(", ")}`);
  }
});
