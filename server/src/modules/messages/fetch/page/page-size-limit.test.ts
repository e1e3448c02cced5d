import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import {
  type Narrow,
  createTestOrganization,
  type Parameters,
  type TestUser,
  startServer,
  type TestOrganization,
  type UntypedResponse,
} from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { index } from "#search/fixtures/searching.ts";

/* The tests use messages of various lengths; some alone exceed the size limit of a page. They check which messages a
   page contains, and that all messages can be read by fetching page after page. */

const PAGE_BYTES = 20_000;
const COUNT = 60;

/** Content lengths in characters. */
const lengths = Array.from({ length: COUNT }, (_, n) => (n % 20 === 7 ? 30_000 : ((n * 7919) % 97) ** 2));

interface StoredMessage {
  readonly id: number;
  readonly content: string;
}

let realm: TestOrganization;
let reader: TestUser;
let all: readonly StoredMessage[];

before(async () => {
  realm = await createTestOrganization(await startServer({ messagePageBytes: PAGE_BYTES }));
  const { hamlet, othello, server } = realm;
  const channel = await hamlet.createChannel("archive", [hamlet, othello]);
  const ids: number[] = [];
  for (let n = 0; n < COUNT; n += 1) ids.push(await hamlet.sendToChannel(channel, { content: `word ${n}` }));
  await index(realm);
  // Writes the texts directly to the database. Sending messages with so long HTML would take too much time.
  await server.db.pool.query(
    `update message set rendered_content = '<p>word ' || repeat('é "', size / 3) || '</p>', content = 'word' || repeat(' é', size / 2)
     from unnest($1::bigint[], $2::int[]) as given(id, size) where message.id = given.id`,
    [ids, lengths],
  );
  reader = othello;
  all = (await Promise.all(ids.map((id) => pageOf({ message_ids: [id] })))).flatMap(({ messages }) => messages);
  assert.deepEqual(
    all.map(({ id }) => id),
    ids,
  );
});

interface Found {
  readonly messages: StoredMessage[];
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

const pageOf = async (parameters: Parameters): Promise<Found> =>
  (await reader.callOrThrow("GET", "/messages", parameters)).body;

const inTopic = { operator: "topic", operand: "topic" };
const found = { operator: "search", operand: "word" };

const requests = fc.record({
  at: fc.integer({ min: -1, max: COUNT }),
  isBetween: fc.boolean(),
  num_before: fc.integer({ min: 0, max: COUNT }),
  num_after: fc.integer({ min: 0, max: COUNT }),
  apply_markdown: fc.boolean(),
  narrow: fc.constantFrom([inTopic], [inTopic, found]),
});

const bytesOf = (messages: readonly StoredMessage[]) =>
  messages.reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message)), 0);

test("a truncated page contains its anchor, has no gaps, and reports whether more messages exist before and after it", async () => {
  await assertProperty(
    fc.asyncProperty(requests, async ({ at, isBetween, num_before, num_after, ...more }) => {
      const anchor = at < 0 ? 1 : at === COUNT ? all.at(-1)!.id + 1000 : all[at]!.id + (isBetween ? 0.5 : 0);
      const page = await pageOf({ ...more, num_before, num_after, anchor: Math.ceil(anchor) });
      const around = Math.ceil(anchor);
      const older = all.filter(({ id }) => id < around);
      const newer = all.filter(({ id }) => id > around);
      const full = [
        ...older.slice(Math.max(0, older.length - num_before)),
        ...all.filter(({ id }) => id === around),
        ...newer.slice(0, num_after),
      ].map(({ id }) => id);
      const got = page.messages.map(({ id }) => id);
      const first = full.indexOf(got[0] ?? 0);
      assert.deepEqual(got, first === -1 ? [] : full.slice(first, first + got.length));
      assert.equal(got.length > 0, full.length > 0);
      assert.equal(page.found_anchor, full.includes(around));
      assert.equal(got.includes(around), full.includes(around));
      const others = page.messages.filter(({ id }) => id !== around);
      assert.ok(bytesOf(page.messages) <= PAGE_BYTES || others.length <= 1, `${bytesOf(page.messages)} bytes`);
      assert.ok(others.length > 0 || full.length <= 1);
      assert.equal(page.found_oldest, got[0] === full[0] && older.length < num_before);
      assert.equal(page.found_newest, got.at(-1) === full.at(-1) && newer.length < num_after);
    }),
    { rounds: 10, exploreRounds: 150 },
  );
});

test("the messages before and after the anchor each get half of the size limit, and any share that the other half does not need", async () => {
  const sizes = new Map(all.map((message) => [message.id, bytesOf([message])]));
  for (const middle of all.slice(10, -10)) {
    const { messages } = await pageOf({ anchor: middle.id, num_before: COUNT, num_after: COUNT, narrow: [inTopic] });
    const total = bytesOf(messages);
    if (total > PAGE_BYTES || messages.length <= 2) continue;
    const room = PAGE_BYTES - bytesOf(messages.filter(({ id }) => id === middle.id));
    const above = bytesOf(messages.filter(({ id }) => id < middle.id));
    const older = all.findLast(({ id }) => id < (messages[0]?.id ?? 0));
    const newer = all.find(({ id }) => id > (messages.at(-1)?.id ?? 0));
    const below = room - (PAGE_BYTES - total) - above;
    if (older) assert.ok(above + (sizes.get(older.id) ?? 0) > room / 2);
    if (newer) assert.ok(below + (sizes.get(newer.id) ?? 0) > room / 2);
  }
});

for (const narrow of [[inTopic], [inTopic, found]]) {
  for (const includesAnchor of [true, false]) {
    test(`fetching page by page returns every message exactly once: ${JSON.stringify({ narrow, includesAnchor })}`, async () => {
      const ids = all.map(({ id }) => id);
      const collect = async (
        side: "num_before" | "num_after",
        start: string,
        done: "found_oldest" | "found_newest",
      ) => {
        const seen = new Set<number>();
        let anchor: string | number = start;
        for (let page: Found | null = null; page?.[done] !== true;) {
          const count = seen.size;
          page = await pageOf({ anchor, [side]: 13, narrow, include_anchor: includesAnchor });
          for (const { id } of page.messages) {
            assert.ok(includesAnchor || !seen.has(id));
            seen.add(id);
          }
          assert.ok(seen.size > count || page[done], "a page that brings nothing new");
          anchor = (side === "num_before" ? page.messages[0] : page.messages.at(-1))?.id ?? anchor;
        }
        return [...seen].toSorted((a, b) => a - b);
      };
      assert.deepEqual(await collect("num_after", "oldest", "found_newest"), ids);
      assert.deepEqual(await collect("num_before", "newest", "found_oldest"), ids);
    });
  }
}

const tooLong = [400, "BAD_REQUEST", "The messages are too long for one response. Request fewer messages at a time."];

interface Collected {
  readonly ids: number[];
  readonly bytes: number;
}

/**
 * Fetches the first 25 messages by their ids. If a request is rejected because its messages are too long, it is
 * repeated with half as many ids. Asserts that every other request returns all of its messages.
 */
async function assertAllComeOrRefused(
  fetch: (ids: readonly number[]) => Promise<UntypedResponse>,
  idsIn: (body: UntypedResponse["body"]) => number[],
) {
  const responses: Collected[] = [];
  let refused = 0;
  const some = all.slice(0, 25).map(({ id }) => id);
  for (let rest = some, count = rest.length; rest.length > 0;) {
    const { status, code, msg, body } = await fetch(rest.slice(0, count));
    if (status === 200) {
      responses.push({ ids: idsIn(body), bytes: Buffer.byteLength(JSON.stringify(body)) });
      rest = rest.slice(count);
      count *= 2;
    } else {
      assert.deepEqual([status, code, msg], tooLong);
      refused += 1;
      count = Math.ceil(count / 2);
    }
  }
  assert.deepEqual(
    responses.flatMap(({ ids }) => ids),
    some,
  );
  for (const { ids, bytes } of responses) assert.ok(ids.length === 1 || bytes <= PAGE_BYTES + 200, `${bytes} bytes`);
  assert.ok(refused > 0);
}

for (const narrow of [[], [found]]) {
  for (const apply_markdown of [true, false]) {
    const form = { narrow, apply_markdown };
    test(`a request for messages by id returns all of them, or is rejected if the response would be too long: ${JSON.stringify(form)}`, () =>
      assertAllComeOrRefused(
        (ids) => reader.call("GET", "/messages", { message_ids: ids, ...form }),
        (body) => (body["messages"] as StoredMessage[]).map(({ id }) => id),
      ));
  }
  test(`a match request returns all matching messages, or is rejected if the response would be too long: ${JSON.stringify(narrow)}`, () =>
    assertAllComeOrRefused(
      (ids) => reader.call("GET", "/messages/matches_narrow", { msg_ids: ids, narrow }),
      (body) => Object.keys(body["messages"] as object).map(Number),
    ));
}

const ADDED = 12;

test("a page of messages with very large submessages contains only some of the messages, and all can be read by fetching page after page", async () => {
  const { hamlet, othello, server } = realm;
  const channel = await hamlet.createChannel("widgets", [hamlet, othello]);
  const ids: number[] = [];
  for (let n = 0; n < ADDED; n += 1) ids.push(await hamlet.sendToChannel(channel, { content: `${n}` }));
  await server.db.pool.query(
    `insert into submessage (message_id, sender_id, msg_type, content)
     select message_id, $2, 'widget', repeat('x', 10000) from unnest($1::bigint[]) as message_id, generate_series(1, 90)`,
    [ids, hamlet.id],
  );
  const narrow: Narrow = [
    ["channel", "widgets"],
    ["topic", "topic"],
  ];
  const seen: number[] = [];
  let pages = 0;
  for (let anchor: string | number = "newest", isAll = false; !isAll; pages += 1) {
    const page: Found = await pageOf({ anchor, num_before: ADDED, narrow, apply_markdown: pages % 2 === 0 });
    const fresh = page.messages.map(({ id }) => id).filter((id) => !seen.includes(id));
    assert.ok(fresh.length > 0 && page.messages.length <= 4, `${page.messages.length} messages`);
    seen.unshift(...fresh);
    anchor = seen[0]!;
    isAll = page.found_oldest;
  }
  assert.deepEqual(seen, ids);
  assert.ok(pages > 2);
  const { status, code, msg } = await reader.call("GET", "/messages", { message_ids: ids });
  assert.deepEqual([status, code, msg], tooLong);
});
