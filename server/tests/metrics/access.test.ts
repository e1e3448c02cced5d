import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchPath, reserveFreePorts, startServer } from "@parlance/testkit";

const TOKEN = "only-prometheus-knows-this";

const fetchMetrics = async (port: number, authorization?: string, path = "/metrics") =>
  fetchPath({ port, host: "127.0.0.1" }, path, authorization === undefined ? {} : { authorization });

test("without settings, the metrics are available to everyone who can reach the server", async () => {
  const { port } = await startServer();
  const { status, headers, bytes } = await fetchMetrics(port);
  assert.equal(status, 200);
  assert.match(headers["content-type"] ?? "", /^text\/plain; version=0\.0\.4/);
  assert.match(bytes.toString(), /^parlance_build_info\{/m);
});

test("with a token, the metrics are available only to requests that have it", async () => {
  const { port } = await startServer({ metricsToken: TOKEN });
  for (const wrong of [
    undefined,
    "",
    "Bearer",
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
    TOKEN,
  ]) {
    const { status, headers, bytes } = await fetchMetrics(port, wrong);
    assert.equal(status, 401, String(wrong));
    assert.equal(headers["www-authenticate"], "Bearer");
    assert.deepEqual(JSON.parse(bytes.toString()), {
      result: "error",
      msg: "Metrics require a token",
      code: "UNAUTHORIZED",
    });
  }
  assert.equal((await fetchMetrics(port, `Bearer ${TOKEN}`)).status, 200);
});

test("with an address of their own, the metrics are served only there, and nothing else is", async () => {
  const [port = 0] = await reserveFreePorts(1);
  const server = await startServer({ metricsAddress: { host: "127.0.0.1", port } });
  assert.equal((await fetchMetrics(server.port)).status, 404);
  const { status, bytes } = await fetchMetrics(port);
  assert.equal(status, 200);
  assert.match(bytes.toString(), /^parlance_build_info\{/m);
  assert.equal((await fetchMetrics(port, undefined, "/api/v1/server_settings")).status, 404);
  assert.equal((await fetchMetrics(port, undefined, "/health")).status, 404);
});

test("a token also protects the metrics on an address of their own", async () => {
  const [port = 0] = await reserveFreePorts(1);
  await startServer({ metricsAddress: { host: "127.0.0.1", port }, metricsToken: TOKEN });
  assert.equal((await fetchMetrics(port)).status, 401);
  assert.equal((await fetchMetrics(port, `Bearer ${TOKEN}`)).status, 200);
});

test("a server whose address for the metrics is in use does not start, and says which setting to change", async () => {
  const other = await startServer();
  await assert.rejects(startServer({ metricsAddress: { host: "127.0.0.1", port: other.port } }), {
    name: "ListenError",
    message: /another program is already listening on 127\.0\.0\.1, port \d+.*PARLANCE_METRICS_ADDRESS/,
  });
});
