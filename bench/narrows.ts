// How long a page of each narrow takes among a million messages: `node bench/narrows.ts [messages]`. See docs/narrows.md.
import { operators } from "@parlance/server/narrow/index.ts";
import { Connection, textOf } from "./connection.ts";
import { toBytes } from "./load.ts";
import { createOldOrganization } from "./million.ts";
import type { Account } from "./organization.ts";
import { startPostgres } from "./postgres.ts";
import { median } from "./rounds.ts";
import { startOurs } from "./servers.ts";

const ROUNDS = 7;
/** An ordinary page, and the largest that may be asked for. */
const PAGES = [100, 5000];

type Operand = string | number | readonly number[];

await using postgres = await startPostgres();
const { organization, busy } = await createOldOrganization(postgres, Number(process.argv[2] ?? 1_000_000));
await using opened = organization;
await using ours = await startOurs(opened);
using connection = await Connection.open(ours.port);

const { rows } = await organization.db.pool.query<{ channel: number; message: number; friend: number }>(
  `select channel.id as channel, max(message.id)::int as message,
     (select user_id from direct_member where user_id <> $1 and recipient_id in
       (select recipient_id from direct_member where user_id = $1) limit 1) as friend
   from message join channel using (recipient_id) group by channel.id order by count(*) desc limit 1`,
  [busy.id],
);
const [known = { channel: 0, message: 0, friend: 0 }] = rows;
/** Operands for those operators that do not have a list of words: what is frequent, and what is rare. */
const operands: Readonly<Record<string, readonly Operand[]>> = {
  channel: [known.channel],
  topic: ["topic 1", "topic 250", "nowhere"],
  dm: [[known.friend]],
  "dm-including": [known.friend, busy.id],
  "group-pm-with": [known.friend],
  with: [known.message],
  sender: [busy.id + 1, busy.id + 900],
  id: [known.message],
  near: [known.message],
};

/** Milliseconds until a page has come in. */
async function time(narrow: readonly object[], count: number, who: Account): Promise<number> {
  const parameters = { anchor: "newest", num_before: count, narrow };
  const request = toBytes({ method: "GET", path: "/messages", parameters, authorization: who.authorization });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const answer = await connection.fetch(request);
    times.push(performance.now() - began);
    if (!textOf(answer).startsWith('{"result":"success"')) throw new Error(textOf(answer).slice(0, 300));
  }
  return median(times.slice(1));
}

async function line(name: string, narrow: readonly object[]): Promise<void> {
  const cells: string[] = [];
  for (const count of PAGES) cells.push((await time(narrow, count, busy)).toFixed(0));
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}

console.log(`| narrow | ${PAGES.map((count) => `${count} messages (ms)`).join(" | ")} |\n| --- | ---: | ---: |`);
await line("everything", []);
for (const [operator, { words }] of operators) {
  for (const operand of words ?? operands[operator] ?? []) {
    for (const negated of [false, true]) {
      const shown = typeof operand === "string" ? operand : "…";
      await line(`\`${negated ? "-" : ""}${operator}:${shown}\``, [{ operator, operand, negated }]);
    }
  }
}
