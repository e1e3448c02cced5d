import assert from "node:assert/strict";
import { test } from "node:test";
import { createMetrics } from "@parlance/kernel/base/metrics.ts";
import { untilIdle } from "./idle-gauges.ts";

/** Metrics of work under way that shows these numbers one after another, and the last of them from then on. */
function metricsWithValues(...numbers: number[]) {
  const metrics = createMetrics({ ofProcess: false });
  metrics.showGauge("work", "Work under way", () => (numbers.length > 1 ? numbers.shift() : numbers[0]) ?? 0);
  return metrics;
}

test("a server counts as idle once each gauge of work under way is 0", async () => {
  await untilIdle(metricsWithValues(2, 1, 0));
});

test("a server whose gauge of work under way is below 0 has lost track of it", async () => {
  await assert.rejects(untilIdle(metricsWithValues(1, -1)), { message: "work is -1 with nothing under way" });
});

test("what lasts need not be 0", async () => {
  const metrics = metricsWithValues(0);
  metrics.showGauge("parlance_mail_unsent", "Rows", () => 3);
  await untilIdle(metrics);
});
