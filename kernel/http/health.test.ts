import assert from "node:assert/strict";
import { test } from "node:test";
import { createMetrics } from "../base/metrics.ts";
import { startApp } from "./fixtures/test-app.ts";

test("a running server reports that it is alive, even if its database is unavailable", async (t) => {
  const { call } = await startApp(t, [], { readiness: () => Promise.reject(new Error("no database")) });
  const health = await call("GET", "//health", { as: null });
  assert.deepEqual([health.status, health.json], [200, { result: "success", msg: "" }]);
  const ready = await call("GET", "//ready", { as: null });
  assert.deepEqual(
    [ready.status, ready.json],
    [503, { result: "error", msg: "The server is not ready", code: "SERVER_NOT_READY" }],
  );
});

test("a server reports that it is ready only if its dependencies are", async (t) => {
  const problems = [undefined, new Error("not yet")];
  const readiness = async () => {
    const problem = problems.shift();
    if (problem) throw problem;
  };
  const { call } = await startApp(t, [], { readiness });
  assert.equal((await call("GET", "//ready")).status, 200);
  assert.equal((await call("GET", "//ready")).status, 503);
});

test("metrics use the declared path of a request as label, so that clients cannot create labels", async (t) => {
  const { call } = await startApp(t, [], { metrics: createMetrics({ ofProcess: false }) });
  await call("POST", "/made/up", { form: { method: "MADEUP" } });
  const { text } = await call("GET", "//metrics");
  assert.match(text, /http_request_duration_seconds_count\{method="\(unknown\)",route="\(none\)",status="404"\} 1/);
  assert.ok(!/made|MADE/.test(text));
});
