import assert from "node:assert/strict";
import { test } from "node:test";
import { createMetrics } from "@parlance/kernel/base/metrics.ts";
import { untilIdle } from "./idle-gauges.ts";

/**
 * Creates metrics with a gauge of work in progress. At each reading, it has the next of these values, and finally stays
 * at the last.
 */
function metricsWithValues(...numbers: number[]) {
  const metrics = createMetrics({ ofProcess: false });
  const read = () => (numbers.length > 1 ? numbers.shift() : numbers[0]) ?? 0;
  metrics.show({ name: "work", help: "Work in progress", isWork: true, read });
  return metrics;
}

test("a server is idle when every gauge of work in progress is 0", async () => {
  await untilIdle(metricsWithValues(2, 1, 0));
});

test("a gauge of work in progress below 0 is an error, because the server has lost track of its work", async () => {
  await assert.rejects(untilIdle(metricsWithValues(1, -1)), { message: "work is -1 with nothing under way" });
});

test("gauges that do not measure work in progress need not be 0", async () => {
  const metrics = metricsWithValues(0);
  metrics.show({ name: "rows", help: "Rows", read: () => 3 });
  await untilIdle(metrics);
});
