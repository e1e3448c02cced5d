import assert from "node:assert/strict";
import { test } from "node:test";
import type { Draft, DraftContent } from "@parlance/contract/nouns/drafts.ts";
import { createTestOrganization, type TestUser, watchEvents } from "@parlance/testkit";
import { realmWithLimitedGuests } from "#modules/users/accounts/fixtures/realm-with-limited-guests.ts";

const quiet = { send_new_subscription_messages: false };
const nowhere: DraftContent = { type: "", to: [], topic: "", content: "To be" };

const saves = async (person: TestUser, ...drafts: readonly object[]): Promise<number[]> =>
  (await person.callOrThrow("POST", "/drafts", { drafts: drafts as DraftContent[] })).ids;
const lists = async (person: TestUser): Promise<Draft[]> => (await person.callOrThrow("GET", "/drafts")).drafts;

async function errorMessage(
  answer: Promise<{ status: number; code?: unknown; msg: string }>,
  status = 400,
): Promise<string> {
  const { status: actualStatus, code, msg } = await answer;
  assert.deepEqual([actualStatus, code], [status, "BAD_REQUEST"]);
  return msg;
}

test("drafts of all types can be saved, edited and deleted, and only the author's devices receive the events", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const channel = await hamlet.createChannel("elsinore", [hamlet], quiet);
  const toPeople = { type: "private", to: [hamlet.id, othello.id, cordelia.id, othello.id], topic: "x", content: "b" };
  const toChannel = {
    type: "stream",
    to: [channel],
    topic: " walls ",
    content: "\n  c \n",
    timestamp: 1_500_000_000.7,
  };
  let ids: number[] = [];
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    ids = await saves(hamlet, { ...nowhere, to: [7], topic: "x", timestamp: 1_600_000_000 }, toPeople, toChannel);
    const draft = { ...nowhere, content: "Not to be", timestamp: 1_400_000_000 };
    await hamlet.callOrThrow("PATCH", `/drafts/${ids[0]!}`, { draft });
    await hamlet.callOrThrow("DELETE", `/drafts/${ids[1]!}`);
  });
  assert.deepEqual(
    toHamlet?.map(({ type, op }) => [type, op]),
    ["add", "update", "remove"].map((op) => ["drafts", op]),
  );
  assert.deepEqual(toOthello, []);
  const people = [othello.id, cordelia.id].sort((a, b) => a - b);
  const added = toHamlet?.[0]?.drafts?.map(({ timestamp: _, ...draft }) => draft);
  assert.deepEqual(added, [
    { ...nowhere, id: ids[0] },
    { type: "private", to: people, topic: "", content: "b", id: ids[1] },
    { type: "stream", to: [channel], topic: "walls", content: "  c", id: ids[2] },
  ]);
  assert.deepEqual(await lists(hamlet), [
    { type: "stream", to: [channel], topic: "walls", content: "  c", id: ids[2], timestamp: 1_500_000_000 },
    { ...nowhere, content: "Not to be", id: ids[0], timestamp: 1_400_000_000 },
  ]);
  assert.deepEqual((await hamlet.registerQueue()).state.drafts, await lists(hamlet));
  assert.deepEqual((await othello.callOrThrow("GET", "/drafts")).count, 0);
});

test("drafts are ordered by the time of their last edit, latest first, and newest first if these times are equal", async () => {
  const { hamlet } = await createTestOrganization();
  const at = (timestamp: number) => ({ ...nowhere, timestamp });
  const [toHamlet] = await watchEvents([hamlet], () => saves(hamlet, at(5), at(9), at(5), at(0)));
  const [a = 0, b = 0, c = 0, d = 0] = toHamlet?.[0]?.drafts?.map(({ id }) => id) ?? [];
  assert.deepEqual([a, b, c, d], [a, a + 1, a + 2, a + 3]);
  assert.deepEqual(
    (await lists(hamlet)).map(({ id }) => id),
    [b, c, a, d],
  );
});

test("a draft that is addressed to its author alone has the author as its only recipient, and too long texts are truncated as in messages", async () => {
  const { hamlet } = await createTestOrganization();
  const channel = await hamlet.createChannel("elsinore", [hamlet], quiet);
  await saves(
    hamlet,
    { type: "private", to: [hamlet.id], topic: "", content: "x".repeat(10_001), timestamp: 2 },
    { type: "stream", to: [channel], topic: "t".repeat(61), content: "To be", timestamp: 1 },
  );
  const [own, inChannel] = await lists(hamlet);
  assert.deepEqual([own?.to, own?.content.length, own?.content.slice(-12)], [[hamlet.id], 10_000, "e truncated]"]);
  assert.deepEqual([inChannel?.topic, inChannel?.content], [`${"t".repeat(57)}...`, "To be"]);
});

test("if one draft of a request is invalid, an error is returned and none of the drafts is saved", async () => {
  const { hamlet, iago } = await createTestOrganization();
  const outsider = (await createTestOrganization()).hamlet;
  const hidden = await iago.createChannel("hidden", [iago], { invite_only: true, ...quiet });
  const gone = await iago.createChannel("gone", [iago], quiet);
  await iago.callOrThrow("DELETE", `/streams/${gone}`);
  const create = (draft: object) =>
    errorMessage(hamlet.call("POST", "/drafts", { drafts: [nowhere, { ...nowhere, ...draft }] }));
  const stream = { type: "stream", to: [hidden] };
  assert.equal(await create({ content: " \n" }), "Message must not be empty");
  assert.equal(await create({ content: "a\0b" }), "Message must not contain null bytes");
  for (const name of ["content", "topic"]) {
    const refused = await create({ ...stream, content: "x\0", topic: "", [name]: "\ud800" });
    assert.equal(refused, `Invalid drafts[1]["${name}"]: it contains unpaired surrogates`);
  }
  assert.equal(await create({ timestamp: -1 }), "Timestamp must not be negative.");
  assert.equal(await create({ timestamp: 1e300 }), 'drafts[1]["timestamp"] is too large');
  assert.equal(await create({ ...stream, topic: "a\0" }), "Topic must not contain null bytes");
  for (const to of [[], [hidden, gone]]) {
    assert.equal(await create({ ...stream, to }), "Must specify exactly 1 channel ID for channel messages");
  }
  for (const to of [[hidden], [gone], [-1], [2 ** 40]])
    assert.equal(await create({ ...stream, to }), "Invalid channel ID");
  for (const id of [outsider.id, -1, 2 ** 40]) {
    assert.equal(await create({ type: "private", to: [hamlet.id, id] }), `Invalid user ID ${id}`);
  }
  assert.equal(await create({ id: 5 }), 'Argument "id" at drafts[1]["id"] is unexpected');
  assert.equal(await create({ type: "direct" }), 'Invalid drafts[1]["type"]');
  assert.equal(
    await errorMessage(hamlet.call("POST", "/drafts", { drafts: [{ ...nowhere, topic: undefined }] })),
    'drafts[0]["topic"] field is missing: Field required',
  );
  assert.deepEqual(await lists(hamlet), []);
});

test("a draft cannot be addressed to a user whom its author cannot see", async () => {
  const { polonius, hamlet } = await realmWithLimitedGuests();
  const draft = { ...nowhere, type: "private", to: [hamlet.id] };
  assert.equal(
    await errorMessage(polonius.call("POST", "/drafts", { drafts: [draft] })),
    `Invalid user ID ${hamlet.id}`,
  );
});

test("users can neither edit nor delete other users' drafts", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [id] = await saves(hamlet, nowhere);
  for (const draft of [id!, 2 ** 31 - 1, 0]) {
    const edit = othello.patch(`/drafts/${draft}`, { draft: nowhere });
    assert.equal(await errorMessage(edit, 404), "Draft does not exist");
    assert.equal(await errorMessage(othello.delete(`/drafts/${draft}`), 404), "Draft does not exist");
  }
  assert.equal((await lists(hamlet)).length, 1);
  const bad = hamlet.patch(`/drafts/${id!}`, { draft: { ...nowhere, content: "\0" } });
  assert.equal(await errorMessage(bad), "Message must not contain null bytes");
});

test("when a user disables draft synchronization, the stored drafts are deleted and requests about drafts are rejected", async () => {
  const { hamlet } = await createTestOrganization();
  const [id] = await saves(hamlet, nowhere, nowhere);
  const [events] = await watchEvents([hamlet], () =>
    hamlet.callOrThrow("PATCH", "/settings", { enable_drafts_synchronization: false }),
  );
  assert.deepEqual(
    events?.map(({ type }) => type),
    ["user_settings"],
  );
  const off = "User has disabled synchronizing drafts.";
  assert.equal(await errorMessage(hamlet.get("/drafts")), off);
  assert.equal(await errorMessage(hamlet.post("/drafts", { drafts: [nowhere] })), off);
  assert.equal(await errorMessage(hamlet.patch(`/drafts/${id!}`, { draft: nowhere })), off);
  assert.equal(await errorMessage(hamlet.delete(`/drafts/${id!}`)), off);
  await hamlet.callOrThrow("PATCH", "/settings", { enable_drafts_synchronization: true });
  assert.deepEqual(await lists(hamlet), []);
});

test("the number of a user's drafts and their total length are limited", async () => {
  const { hamlet } = await createTestOrganization();
  const many = (count: number, content = "x") => Array.from({ length: count }, () => ({ ...nowhere, content }));
  await saves(hamlet, ...many(999));
  assert.equal(await errorMessage(hamlet.post("/drafts", { drafts: many(2) })), "Too many drafts (limit: 1000)");
  await saves(hamlet, nowhere);
  assert.equal((await hamlet.registerQueue()).state.drafts.length, 1000);

  const { othello } = await createTestOrganization();
  const long = "y".repeat(10_000);
  for (let n = 0; n < 4; n += 1) await saves(othello, ...many(100, long));
  const [first] = await lists(othello);
  const tooLong = "Drafts are too long (limit: 4000000 characters in total)";
  assert.equal(await errorMessage(othello.post("/drafts", { drafts: many(1) })), tooLong);
  await othello.callOrThrow("PATCH", `/drafts/${first!.id}`, { draft: nowhere });
  await saves(othello, nowhere);
  assert.equal(
    await errorMessage(othello.patch(`/drafts/${first!.id}`, { draft: { ...nowhere, content: long } })),
    tooLong,
  );
});
