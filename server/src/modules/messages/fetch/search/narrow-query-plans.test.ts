// Slow: inserts a long message history first.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { deriveApiKey } from "#modules/sign-in/api-keys/api-key.ts";
import { operators } from "#narrow/index.ts";
import { indexNextMessages } from "#search/actions/index-next-messages.ts";
import {
  addHistory,
  createTestOrganization,
  TestUser,
  recordStatements,
  startServer,
  type Statement,
  TEST_SECRET,
  type TestOrganization,
  type Narrow,
} from "@parlance/testkit";

/* The cost of a page must depend on its size, not on the length of the message history. The test organization is large
   enough for PostgreSQL to choose the same plans as for a million messages, and the reader can see nearly all messages.
   For each narrow, the tests examine the plans of the statements that load a page. The plans must read few messages. */

const SIZE = { messages: 60_000, users: 100, channels: 60, conversations: 200 };
const PAGE = 20;
/** Maximum number of messages that a statement may read. The largest channel has several times as many. */
const MAX_ROWS = 4000;

let realm: TestOrganization;
let reader: TestUser;
let known: { readonly channel: number; readonly topic: string; readonly message: number; readonly friend: number };

before(async () => {
  realm = await createTestOrganization(await startServer());
  const { host, realmId, server } = realm;
  const { busyUserId: id } = await addHistory(server.db, realmId, SIZE);
  await indexNewest(realmId);
  await analyze();
  const apiKey = deriveApiKey(TEST_SECRET, id, 1);
  const account = { id, email: "reader-1@example.com", fullName: "Reader 1", apiKey };
  reader = new TestUser({ port: server.port, host }, account);
  const { rows } = await server.db.pool.query<typeof known>(
    `select channel.id as channel, min(topic) as topic, (array_agg(message.id order by message.id))[100]::int as message,
       (select user_id from direct_member where user_id <> $2 and recipient_id in
         (select recipient_id from direct_member where user_id = $2) limit 1) as friend
     from message join channel using (recipient_id) where message.realm_id = $1
     group by channel.id order by count(*) desc limit 1`,
    [realmId, id],
  );
  known = rows[0]!;
});

/**
 * Gives the database the properties of a history of years: complete statistics, and only row versions that every
 * transaction sees.
 */
async function analyze(): Promise<void> {
  const client = await realm.server.db.pool.connect();
  try {
    await client.query("set default_statistics_target = 1000");
    for (let isSettled = false; !isSettled;) {
      await client.query("vacuum analyze");
      const { rows } = await client.query<{ is_settled: boolean }>(
        "select relallvisible >= relpages - 1 as is_settled from pg_class where oid = 'message'::regclass",
      );
      isSettled = rows[0]?.is_settled === true;
    }
    await client.query("reset default_statistics_target");
  } finally {
    client.release();
  }
}

/** Indexes the newest messages for text search. Indexing all messages would take longer than the rest of the test. */
async function indexNewest(realmId: number): Promise<void> {
  const { db } = realm.server;
  await db.pool.query(
    `insert into search_progress select realm_id, last_message_id - 1000 from realm_counter where realm_id = $1
     on conflict (realm_id) do update set indexed_up_to = excluded.indexed_up_to`,
    [realmId],
  );
  while ((await db.write((tx) => indexNextMessages(tx, realmId)))?.isDone !== true);
}

/** Operands for the operators that do not have a fixed list of words as operands. */
const operands: Readonly<Record<string, () => readonly (string | number | readonly number[])[]>> = {
  channel: () => [known.channel],
  topic: () => [known.topic, "topic 250", "nowhere"],
  dm: () => [[known.friend]],
  "dm-including": () => [known.friend, reader.id],
  "group-pm-with": () => [known.friend],
  with: () => [known.message],
  sender: () => [reader.id, reader.id + 90],
  id: () => [known.message],
  near: () => [known.message],
  search: () => ["bade", "nothinglikethis"],
};

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Alias?: string;
  readonly "Parent Relationship"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly Plan[];
}

/** Returns the number of rows of a table that a plan reads, and whether it scans the table sequentially. */
function readings(plan: Plan, table = "message"): { rows: number; isSequential: boolean } {
  const below = (plan.Plans ?? []).map((part) => readings(part, table));
  const isOfTable = plan["Relation Name"] === table;
  const loops = plan["Actual Loops"] ?? 0;
  const each =
    (plan["Actual Rows"] ?? 0) + (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0);
  return {
    rows: below.reduce((sum, { rows }) => sum + rows, isOfTable ? each * loops : 0),
    isSequential:
      (isOfTable && loops > 0 && plan["Node Type"] === "Seq Scan") || below.some(({ isSequential }) => isSequential),
  };
}

/** Returns the number of rows of `message` that a plan reads from the table itself, not only from an index. */
function tableRows(plan: Plan): number {
  const isIndexOnly = /^(Index Only|Bitmap Index) Scan$/.test(plan["Node Type"]);
  const own = isIndexOnly ? 0 : readings({ ...plan, Plans: [] }).rows;
  return (plan.Plans ?? []).reduce((sum, part) => sum + tableRows(part), own);
}

async function explained({ text, values }: Statement): Promise<Plan> {
  const { rows } = await realm.server.db.pool.query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
    `explain (analyze, format json) ${text}`,
    [...values],
  );
  return rows[0]!["QUERY PLAN"][0]!.Plan;
}

/** Fetches a page. Returns the plans of the statements that read messages. */
async function plansOf(page: object): Promise<Plan[]> {
  const statements = await recordStatements(realm.server.db.pool, () => reader.callOrThrow("GET", "/messages", page));
  const plans: Plan[] = [];
  for (const statement of statements.filter(({ text }) => /^\s*(with|select)\b.*\bmessage\b/is.test(text))) {
    plans.push(await explained(statement));
  }
  return plans;
}

/** Fetches a page, and asserts that the plans of all its statements read few messages. */
async function costs(narrow: Narrow, anchor: string): Promise<void> {
  const page = { anchor, num_before: PAGE, num_after: PAGE, narrow };
  const statements = await recordStatements(realm.server.db.pool, () => reader.callOrThrow("GET", "/messages", page));
  const context = JSON.stringify({ anchor, narrow });
  for (const statement of statements.filter(({ text }) => /^\s*(with|select)\b.*\bmessage\b/is.test(text))) {
    const { rows, isSequential } = readings(await explained(statement));
    assert.ok(!isSequential, `reads all messages: ${context}\n${statement.text}`);
    assert.ok(rows <= MAX_ROWS, `looks at ${rows} messages: ${context}\n${statement.text}`);
  }
}

const anchors = () => ["newest", "oldest", String(known.message), "first_unread"];

test("a page without a narrow reads few messages", async () => {
  for (const anchor of anchors()) await costs([], anchor);
});

for (const [operator, { words }] of operators) {
  test(`fetching a page of \`${operator}\`, or of its negation, scans few messages regardless of the length of the history`, async () => {
    const chosen = words ?? operands[operator]?.();
    assert.ok(chosen, `say here what to look for with \`${operator}\``);
    for (const operand of chosen) {
      for (const negated of [false, true]) {
        for (const anchor of anchors()) await costs([{ operator, operand, negated }], anchor);
      }
    }
  });
}

test("a narrow with two conditions on messages reads only the rows of the page, and otherwise indexes", async () => {
  const conditions: Narrow = [
    ...["link", "image", "attachment", "reaction"].map((operand) => ({ operator: "has", operand })),
    { operator: "is", operand: "resolved" },
  ];
  const others: Narrow = [
    ...conditions,
    { operator: "in", operand: "home" },
    { operator: "is", operand: "unread", negated: true },
    { operator: "is", operand: "mentioned", negated: true },
  ];
  for (const condition of conditions) {
    for (const other of others.filter((one) => one !== condition)) {
      const page = { anchor: "newest", num_before: PAGE, num_after: 0, narrow: [condition, other] };
      for (const plan of await plansOf(page)) {
        const rows = tableRows(plan);
        assert.ok(rows <= 2 * PAGE, `reads ${rows} rows: ${JSON.stringify(page.narrow)}`);
      }
    }
  }
});

/** Returns the parts of a plan node that are not evaluated for single rows. */
const joinedParts = ({ Plans = [] }: Plan): Plan[] => Plans.filter((part) => part["Parent Relationship"] !== "SubPlan");

/** True if a plan reads flags to evaluate a condition of the narrow. */
const readsOwnFlags = (plan: Plan): boolean =>
  (plan["Relation Name"] === "message_flag" && /^own(_\d+)?$/.test(plan.Alias ?? "")) ||
  joinedParts(plan).some(readsOwnFlags);

/** Returns the types of the joins of a plan that evaluate such a condition. */
function joinsWithFlags(plan: Plan): string[] {
  const type = plan["Node Type"];
  const isJoin = /^(Nested Loop|(Hash|Merge) Join)$/.test(type) && joinedParts(plan).some(readsOwnFlags);
  return [...(isJoin ? [type] : []), ...(plan.Plans ?? []).flatMap(joinsWithFlags)];
}

test("a page of messages without a flag looks that flag up for each message, whatever the statistics are", async () => {
  const others: Narrow = [
    { operator: "channel", operand: known.channel },
    { operator: "topic", operand: known.topic },
    { operator: "has", operand: "link" },
  ];
  for (const operand of ["starred", "alerted", "mentioned"]) {
    for (const other of others) {
      const narrow: Narrow = [{ operator: "is", operand, negated: true }, other];
      for (const plan of await plansOf({ anchor: "newest", num_before: PAGE, num_after: 0, narrow })) {
        assert.deepEqual(joinsWithFlags(plan), [], JSON.stringify(narrow));
      }
    }
  }
});

test("a page of unchanged messages is loaded without reading the edit histories of others", async () => {
  const { pool } = realm.server.db;
  await pool.query(
    `insert into message_edit (message_id, user_id, edited_at, prev_content, prev_rendered_content)
     select id, sender_id, now(), 'before', '<p>before</p>' from message where realm_id = $1 order by id limit 100`,
    [realm.realmId],
  );
  const page = { anchor: "newest", num_before: PAGE, num_after: 0, narrow: [] };
  const statements = await recordStatements(pool, () => reader.callOrThrow("GET", "/messages", page));
  const ofEdits = statements.filter(({ text }) => /\bmessage_edit\b/.test(text));
  assert.ok(ofEdits.length > 0);
  for (const statement of ofEdits) {
    assert.equal(readings(await explained(statement), "message_edit").rows, 0, statement.text);
  }
});

test("a single old unread message is found below many read messages, and each `read_chunk` row is fetched only a few times", async () => {
  const { pool } = realm.server.db;
  const { rows } = await pool.query<{ first: number; chunks: number }>(
    `with held as (
       update subscription set read_up_to = 0 where user_id = $1 and channel_id = $2 returning recipient_id
     ), unread as (
       select min(message.id) as id from message join held using (recipient_id) where sender_id <> $1
     ), bits as (
       insert into read_chunk
       select $1, chunk, case when chunk = unread.id / 4096 then set_bit(full_bits, unread.id % 4096, 0) else full_bits end
       from unread, decode(repeat('ff', 512), 'hex') as full_bits,
         generate_series(unread.id / 4096, (select last_message_id / 4096 from realm_counter where realm_id = $3)) as chunk
       on conflict (user_id, chunk) do update set bits = excluded.bits returning 1
     )
     select id::int as first, (select count(*) from bits)::int as chunks from unread`,
    [reader.id, known.channel, realm.realmId],
  );
  const { first, chunks } = rows[0]!;
  const channel = { operator: "channel", operand: known.channel };
  const pages: readonly { anchor: string; narrow: Narrow }[] = [
    { anchor: "oldest", narrow: [channel, { operator: "is", operand: "unread" }] },
    { anchor: "first_unread", narrow: [channel] },
  ];
  for (const { anchor, narrow } of pages) {
    const page = { anchor, num_before: 0, num_after: PAGE, narrow };
    let ids: number[] = [];
    const statements = await recordStatements(pool, async () => {
      const { messages } = await reader.callOrThrow("GET", "/messages", page);
      ids = (messages ?? []).map(({ id }) => id);
    });
    assert.equal(ids[0], first, anchor);
    for (const statement of statements.filter(({ text }) => /^\s*(with|select)\b.*\bread_chunk\b/is.test(text))) {
      const { rows: looked } = readings(await explained(statement), "read_chunk");
      assert.ok(
        looked <= 5 * chunks + 10 * PAGE,
        `looks at ${looked} rows of bits, and there are ${chunks}:\n${statement.text}`,
      );
    }
  }
});
