import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type TestUser } from "@parlance/testkit";

async function words(person: TestUser, method: "GET" | "POST" | "DELETE", list?: readonly string[]): Promise<unknown> {
  const answer = await person.call(method, "/users/me/alert_words", { alert_words: list });
  assert.equal(answer.msg, "");
  return answer["alert_words"];
}

test("alert words are stored in the order in which they were added, without surrounding whitespace and without duplicates that differ only in case", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    assert.deepEqual(await words(hamlet, "POST", ["Yorick", " ghost ", "yorick", "", "  "]), ["Yorick", "ghost"]);
    assert.deepEqual(await words(hamlet, "POST", ["GHOST", "to be"]), ["Yorick", "ghost", "to be"]);
    assert.deepEqual(await words(hamlet, "POST", ["ghost"]), ["Yorick", "ghost", "to be"]);
  });
  assert.deepEqual(
    toHamlet?.map((event) => event["alert_words"]),
    [
      ["Yorick", "ghost"],
      ["Yorick", "ghost", "to be"],
    ],
  );
  assert.deepEqual(toOthello, []);
  assert.deepEqual(await words(hamlet, "GET"), ["Yorick", "ghost", "to be"]);
  assert.deepEqual(await words(othello, "GET"), []);
});

test("alert words are removed regardless of case, and unknown words are ignored", async () => {
  const { hamlet } = await createTestOrganization();
  await words(hamlet, "POST", ["Yorick", "ghost"]);
  const [events] = await watchEvents([hamlet], async () => {
    assert.deepEqual(await words(hamlet, "DELETE", ["YORICK", "poison"]), ["ghost"]);
    assert.deepEqual(await words(hamlet, "DELETE", ["Yorick"]), ["ghost"]);
  });
  assert.deepEqual(
    events?.map((event) => event["alert_words"]),
    [["ghost"]],
  );
});

test("a word has at most 100 characters, and a user at most 1,000 words", async () => {
  const { hamlet } = await createTestOrganization();
  const long = await hamlet.post("/users/me/alert_words", { alert_words: ["ok", "x".repeat(101)] });
  assert.deepEqual([long.status, long.code], [400, "BAD_REQUEST"]);
  assert.match(long.msg, /^alert_words\[1\] is too long \(limit: 100 characters\)$/u);
  const many = Array.from({ length: 999 }, (_, index) => `word${index}`);
  await words(hamlet, "POST", ["x".repeat(100), ...many]);
  const { status, code, msg } = await hamlet.post("/users/me/alert_words", { alert_words: ["word1", "more"] });
  assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Too many alert words (limit: 1000)"]);
  assert.equal(((await words(hamlet, "GET")) as unknown[]).length, 1000);
  for (const method of ["POST", "DELETE"]) {
    const missing = await hamlet.call(method, "/users/me/alert_words");
    assert.equal(missing.msg, "Missing 'alert_words' argument");
  }
});

const flagsOf = async (person: TestUser, id: number): Promise<string[]> => {
  const answer = await person.callOrThrow("GET", `/messages/${id}`);
  return (answer["message"] as { flags: string[] }).flags;
};

test("a message with a user's alert word is flagged only for that user, who can search for the flag", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  await words(hamlet, "POST", ["ghost", "To be"]);
  await words(cordelia, "POST", ["ghost"]);
  const ids: number[] = [];
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello, cordelia], async () => {
    ids.push(await othello.sendToChannel("denmark", { content: "A Ghost!" }));
    ids.push(await othello.sendToChannel("denmark", { content: "ghosts" }));
    ids.push(await othello.sendDirectMessage([hamlet, cordelia], { content: "to\nbe? (TO BE)" }));
  });
  const [ghost, ghosts, direct] = ids as [number, number, number];
  const flags = (events?: readonly { type: string; [member: string]: unknown }[]) =>
    events?.filter(({ type }) => type === "message").map((event) => event["flags"]);
  assert.deepEqual(flags(toHamlet), [["has_alert_word"], [], ["has_alert_word"]]);
  assert.deepEqual(flags(toOthello), [[], [], []]);
  assert.deepEqual(await flagsOf(hamlet, ghost), ["has_alert_word"]);
  assert.deepEqual(await flagsOf(hamlet, ghosts), []);
  assert.deepEqual(await flagsOf(cordelia, direct), []);
  assert.deepEqual(await flagsOf(cordelia, ghost), ["read", "historical"]);
  const found = await hamlet.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 9,
    narrow: [["is", "alerted"]],
  });
  assert.deepEqual(
    (found["messages"] as { id: number }[]).map(({ id }) => id),
    [ghost, direct],
  );
});

test("a sender's own message is flagged if it contains one of the sender's alert words", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await words(hamlet, "POST", ["ghost"]);
  const id = await hamlet.sendDirectMessage(othello, { content: "ghost", read_by_sender: true });
  assert.deepEqual(await flagsOf(hamlet, id), ["read", "has_alert_word"]);
  assert.deepEqual(await flagsOf(othello, id), []);
});
