import assert from "node:assert/strict";
import { test } from "node:test";
import { MINUTE_MS, parseCron } from "./cron-schedule.ts";

/** Returns the first times from `from` on that a schedule contains. */
function firstTimes(cron: string, from: string, count: number): string[] {
  const isScheduled = parseCron(cron);
  const times: string[] = [];
  for (let at = Date.parse(from); times.length < count; at += MINUTE_MS) {
    if (isScheduled(new Date(at))) times.push(new Date(at).toISOString().slice(0, 16));
  }
  return times;
}

test("a schedule contains the times that its cron expression describes", () => {
  const from = "2026-11-27T08:03:00Z"; // a Friday
  assert.deepEqual(firstTimes("* * * * *", from, 2), ["2026-11-27T08:03", "2026-11-27T08:04"]);
  assert.deepEqual(firstTimes("*/25 * * * *", from, 3), ["2026-11-27T08:25", "2026-11-27T08:50", "2026-11-27T09:00"]);
  assert.deepEqual(firstTimes("12 8-20/6 * * *", from, 3), [
    "2026-11-27T08:12",
    "2026-11-27T14:12",
    "2026-11-27T20:12",
  ]);
  assert.deepEqual(firstTimes("33 5 * * 0", from, 2), ["2026-11-29T05:33", "2026-12-06T05:33"]);
  assert.deepEqual(firstTimes("1,2 0 1 1 *", from, 2), ["2027-01-01T00:01", "2027-01-01T00:02"]);
});

test("an expression that is no valid schedule is rejected", () => {
  for (const cron of [
    "",
    "* * * *",
    "60 * * * *",
    "* 24 * * *",
    "* * 0 * *",
    "5-3 * * * *",
    "a * * * *",
    "*/0 * * * *",
  ])
    assert.throws(() => parseCron(cron), cron);
});
