import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createTestOrganization, type TestUser, recordStatements, type TestOrganization } from "@parlance/testkit";
import { index } from "#search/fixtures/searching.ts";

/* The messages have the longest HTML that a short source can produce, full of search matches. A search that finds them
   must neither block other requests nor produce a response of unlimited size. */

const COUNT = 60;
const MARKUP = '<em>word</em> <a href="/word">words</a> and other things ';
const REPEATED = 3500;
const CONTENT = `<p>${MARKUP.repeat(REPEATED)}</p>`;

let realm: TestOrganization;
let reader: TestUser;
let ids: number[];

before(async () => {
  realm = await createTestOrganization();
  const { hamlet, othello, server } = realm;
  const channel = await hamlet.createChannel("noise", [hamlet, othello]);
  ids = [];
  for (let n = 0; n < COUNT; n += 1)
    ids.push(await hamlet.sendToChannel(channel, { content: "a word and other things" }));
  await index(realm);
  await server.db.pool.query("update message set rendered_content = $1 where id = any($2::bigint[])", [CONTENT, ids]);
  reader = othello;
});

const narrow = [{ operator: "search", operand: "words things" }];

/**
 * Performs a request while another user sends requests continually. Returns `statements`, the number of the other user's
 * statements after the last query for search matches, while the response was being created.
 */
async function workFor(act: () => Promise<unknown>) {
  const statements = await recordStatements(realm.server.db.pool, async () => {
    let isDone = false;
    const done = act().finally(() => (isDone = true));
    // oxlint-disable-next-line no-unmodified-loop-condition -- it is modified when the answer is there
    while (!isDone) await realm.cordelia.callOrThrow("GET", "/users/me");
    await done;
  });
  const last = statements.findLastIndex(({ text }) => text.includes("english_stem"));
  assert.ok(last >= 0);
  return { statements: statements.length - last };
}

test("a page of search results has a limited size, and other requests are served while the page is being created", async () => {
  let length = 0;
  let ends: unknown[] = [];
  const { statements } = await workFor(async () => {
    const { body } = await reader.callOrThrow("GET", "/messages", {
      anchor: "newest",
      num_before: COUNT,
      num_after: 0,
      narrow,
    });
    const messages = body["messages"] as { id: number; match_content: string }[];
    length = Buffer.byteLength(JSON.stringify(messages));
    ends = [messages.at(-1)?.id, body["found_oldest"], body["found_newest"]];
    assert.match(messages[0]!.match_content, /<em>w?(?:<span class="highlight">word<\/span>)<\/em>/);
  });
  assert.ok(length > 5_000_000 && length <= 10_000_000, `${length} bytes`);
  assert.deepEqual(ends, [ids.at(-1), false, true]);
  assert.ok(statements >= 40, `the other user's requests were served ${statements} times`);
});

test("messages requested by id are either all returned or the request is rejected, and other requests are served in the meantime", async () => {
  const some = ids.slice(0, 12);
  const shown = CONTENT.replaceAll(/(?<!\/)(words?|things)/g, '<span class="highlight">$1</span>');
  const { statements } = await workFor(async () => {
    const { messages } = await reader.callOrThrow("GET", "/messages/matches_narrow", { msg_ids: some, narrow });
    const matches = messages as Record<string, { match_content: string; match_subject: string }>;
    assert.deepEqual(Object.keys(matches).map(Number), some);
    assert.ok(Object.values(matches).every(({ match_content }) => match_content === shown));
  });
  assert.ok(statements >= 12, `the other user's requests were served ${statements} times`);
  const { messages } = await reader.callOrThrow("GET", "/messages", { message_ids: some, narrow });
  assert.deepEqual(
    (messages as { id: number; match_content: string }[]).map(({ id, match_content }) => [id, match_content === shown]),
    some.map((id) => [id, true]),
  );
  for (const { code, msg } of [
    await reader.call("GET", "/messages", { message_ids: ids, narrow }),
    await reader.call("GET", "/messages/matches_narrow", { msg_ids: ids, narrow }),
  ]) {
    assert.deepEqual([code, /too long for one response/.test(msg)], ["BAD_REQUEST", true]);
  }
});
