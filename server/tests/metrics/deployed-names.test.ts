import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createMetrics } from "@parlance/kernel/base/metrics.ts";
import { testServer } from "@parlance/testkit";
import { MetricsPage, readMetrics } from "./fixtures/read-metrics.ts";

const read = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");

/** Returns the names of the metrics in a text. Several series of a histogram have the histogram's name. */
const metricsIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/\b(?:parlance|http|nodejs|process)_[a-z0-9_]+\b/g)].map(([name]) =>
      name.replace(/_seconds_(?:bucket|sum|count)$|(?<=_messages)_(?:bucket|sum|count)$/, (end) =>
        end.startsWith("_seconds") ? "_seconds" : "",
      ),
    ),
  );

/** Names of the metrics of a server, and of its process. */
async function listNames(): Promise<{
  readonly ofServer: ReadonlySet<string>;
  readonly ofProcess: ReadonlySet<string>;
}> {
  const { names: ofServer } = await readMetrics(await testServer());
  const { names: ofProcess } = new MetricsPage(await createMetrics({ ofProcess: true }).render());
  return { ofServer, ofProcess };
}

test("alerts and the dashboard use only metrics that a server has", async () => {
  const { ofServer, ofProcess } = await listNames();
  for (const path of [
    "deploy/prometheus/alerts.yml",
    "deploy/prometheus/alerts.test.yml",
    "deploy/grafana/parlance.json",
  ]) {
    const used = metricsIn(await read(path));
    assert.ok(used.size >= 10, path);
    assert.deepEqual(
      [...used].filter((name) => !ofServer.has(name) && !ofProcess.has(name)),
      [],
      path,
    );
  }
});

test("the dashboard shows every metric of the server", async () => {
  const { ofServer } = await listNames();
  const shown = metricsIn(await read("deploy/grafana/parlance.json"));
  assert.deepEqual(
    [...ofServer].filter((name) => !shown.has(name)),
    [],
  );
});

test("the documentation lists every metric of the server, and explains every alert", async () => {
  const { ofServer } = await listNames();
  const page = await read("docs/monitoring.md");
  const documented = [...page.matchAll(/^\| `([a-z0-9_]+)` +\|/gm)].map(([, name]) => name);
  assert.deepEqual(new Set(documented), ofServer);
  assert.equal(documented.length, ofServer.size);
  const alerts = [...(await read("deploy/prometheus/alerts.yml")).matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const explained = [...page.matchAll(/^\| `(Parlance\w+)` +\|/gm)].map(([, name]) => name);
  assert.deepEqual(explained, alerts);
});
