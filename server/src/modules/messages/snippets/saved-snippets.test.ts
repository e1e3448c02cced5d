import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser, watchEvents } from "@parlance/testkit";

const saves = async (person: TestUser, title: string, content = "Words") =>
  (await person.callOrThrow("POST", "/saved_snippets", { title, content })).saved_snippet_id;
const lists = async (person: TestUser) => (await person.callOrThrow("GET", "/saved_snippets")).saved_snippets;

async function errorMessage(
  answer: Promise<{ status: number; code?: unknown; msg: string }>,
  status = 400,
): Promise<string> {
  const { status: actualStatus, code, msg } = await answer;
  assert.deepEqual([actualStatus, code], [status, "BAD_REQUEST"]);
  return msg;
}

test("snippets can be saved, edited and deleted, and only their owner's clients receive the events", async () => {
  const { hamlet, othello } = await createTestOrganization();
  let ids: number[] = [];
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    ids = [await saves(hamlet, " Greeting ", "\n Good morrow \n"), await saves(hamlet, "Farewell", "Adieu")];
    await hamlet.callOrThrow("PATCH", `/saved_snippets/${ids[0]!}`, { title: "Hail" });
    await hamlet.callOrThrow("PATCH", `/saved_snippets/${ids[0]!}`, { content: "Hail to your lordship" });
    await hamlet.callOrThrow("DELETE", `/saved_snippets/${ids[1]!}`);
  });
  const shown = toHamlet?.map(({ op, saved_snippet }) => [op, saved_snippet?.title, saved_snippet?.content]);
  assert.deepEqual(shown, [
    ["add", "Greeting", "Good morrow"],
    ["add", "Farewell", "Adieu"],
    ["update", "Hail", "Good morrow"],
    ["update", "Hail", "Hail to your lordship"],
    ["remove", undefined, undefined],
  ]);
  assert.deepEqual(toOthello, []);
  const [only] = await lists(hamlet);
  assert.deepEqual([only?.id, only?.title, only?.content], [ids[0], "Hail", "Hail to your lordship"]);
  assert.deepEqual((await hamlet.registerQueue()).state.saved_snippets, await lists(hamlet));
});

test("an edit that changes nothing emits no event", async () => {
  const { hamlet } = await createTestOrganization();
  const id = await saves(hamlet, "Title", "Words");
  const [events] = await watchEvents([hamlet], async () => {
    await hamlet.callOrThrow("PATCH", `/saved_snippets/${id}`);
    await hamlet.callOrThrow("PATCH", `/saved_snippets/${id}`, { title: " Title", content: "Words" });
  });
  assert.deepEqual(events, []);
});

test("the number of a user's snippets, and the lengths of their titles and contents, are limited", async () => {
  const { hamlet } = await createTestOrganization();
  const create = (title: string, content: string) => errorMessage(hamlet.post("/saved_snippets", { title, content }));
  assert.equal(await create("  ", "x"), "Title cannot be empty.");
  assert.equal(await create("x", "\n"), "Content cannot be empty.");
  assert.equal(await create("x".repeat(61), "x"), "title is too long (limit: 60 characters)");
  assert.equal(await create("x", "x".repeat(10_001)), "content is too long (limit: 10000 characters)");
  assert.equal(await create("a\0", "x"), "title must not contain null bytes");
  const id = await saves(hamlet, ` ${"🙂".repeat(60)} `);
  assert.equal(await errorMessage(hamlet.patch(`/saved_snippets/${id}`, { title: " " })), "Title cannot be empty.");
  for (let n = 1; n < 500; n += 1) await saves(hamlet, "x");
  assert.equal(await create("x", "x"), "Too many saved snippets (limit: 500)");
});

test("users can neither edit nor delete other users' snippets", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const id = await saves(hamlet, "Title");
  for (const other of [id, 2 ** 31 - 1]) {
    assert.equal(await errorMessage(othello.patch(`/saved_snippets/${other}`), 404), "Saved snippet does not exist.");
    assert.equal(await errorMessage(othello.delete(`/saved_snippets/${other}`), 404), "Saved snippet does not exist.");
  }
  assert.equal((await lists(hamlet)).length, 1);
});
