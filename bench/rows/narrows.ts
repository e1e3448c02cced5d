import type { PageQuery } from "../time-page-query.ts";
import { narrowCases } from "../narrow-cases.ts";
import { valueAtMost, type Bench, type Measured, type Remark, type Row } from "../row.ts";

const PAGE = 5000;
const BUDGET_MS = 100;
const MESSAGES = { quick: 30_000, exact: 1_000_000 };

export const narrows: Row = {
  name: "narrows",
  work: `finding the ids of a page of ${PAGE.toLocaleString("en")} messages in a long history: the slowest operator, alone or with a channel, a topic, a sender, has:link or is:unread`,
  limit: null,
  unit: "ms",
  budget: valueAtMost(BUDGET_MS),
  comparison: "its queries run inside the server, not by HTTP",
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  const { revision, quick } = bench;
  await using cleanup = new AsyncDisposableStack();
  bench.progress("narrows: writing the history");
  const old = await revision.createLargeHistory(quick ? MESSAGES.quick : MESSAGES.exact);
  const { realmId, db } = cleanup.use(old.organization);
  const server = cleanup.use(await revision.startServer(old.organization));
  const { rows } = await db.pool.query<{ middle: number }>("select (min(id) + max(id)) / 2 as middle from message");
  const anchors: readonly PageQuery["anchor"][] = ["newest", "oldest", rows[0]?.middle ?? 0];

  const remarks: Remark[] = [];
  let slowest = 0;
  for (const { name, terms } of await narrowCases(old)) {
    const times: number[] = [];
    for (const anchor of anchors) {
      const quest: PageQuery = { realmId, readerId: old.busyUser.id, terms, size: PAGE, anchor };
      const time = await server.call<number | null>("timeFinding", quest);
      if (time !== null) times.push(time);
    }
    if (times.length === 0) continue;
    slowest = Math.max(slowest, ...times);
    const [newest, oldest, middle] = times.map((time) => time.toFixed(0));
    remarks.push({ text: `${name}: newest ${newest} ms, oldest ${oldest} ms, middle ${middle} ms`, ok: null });
  }
  return { rounds: [{ ours: slowest, bare: null }], remarks };
}
