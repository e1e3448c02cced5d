import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { test } from "node:test";
import { createTestOrganization, startServer, TEST_HOST, until } from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { createMetrics } from "@parlance/kernel/base/metrics.ts";
import { reintroduceToRelay } from "@parlance/server/modules/notifications/push-devices/jobs.ts";
import { createRelay } from "@parlance/server/modules/notifications/push-devices/index.ts";
import { createPushMetrics } from "@parlance/server/modules/notifications/push-devices/push-metrics.ts";
import { ChatServer } from "./fixtures/chat-server.ts";
import { FakeSite } from "./fixtures/fake-site.ts";
import { startRelay } from "./fixtures/test-relay.ts";

const [site, secret] = [await FakeSite.start(), await FakeSite.start()];
/** Results of the next DNS lookups, for any name. When they are used up, no name exists. */
const lookups: string[][] = [];
let looked = 0;
const NAME = `chat.internal:${site.port}`;
const SERVER_NAME = `${TEST_HOST}:${site.port}`;
const relay = await startRelay({
  env: { PARLANCE_RELAY_INTERNAL_SERVERS: `${site.url}, http://${NAME}, http://${SERVER_NAME}` },
  // So long that even on a busy machine no proof is late.
  limits: { proofTimeoutMs: 600_000 },
  resolve: async () => {
    looked += 1;
    return lookups.shift() ?? [];
  },
});
test.after(async () => {
  await relay[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await secret[Symbol.asyncDispose]();
});
test.beforeEach(async () => {
  site.handleRequest = (_request, response) => void response.writeHead(404).end();
  site.requestedUrls.length = 0;
  lookups.length = 0;
  looked = 0;
  for (const server of registeredServers.splice(0)) await server.postForm("server/deactivate", {});
});

const registeredServers: ChatServer[] = [];

function at(hostname: string): ChatServer {
  const server = new ChatServer(relay.url, { hostname });
  registeredServers.push(server);
  return server;
}

const rowOf = async ({ orgId }: ChatServer) =>
  (await relay.rowsOf("remote_server")).find((row) => row["org_id"] === orgId) ?? {};

test("a chat server proves its host name to the relay at its registration, and again every day", async () => {
  lookups.push(["127.0.0.1"], ["127.0.0.1"]);
  const settings = { url: `http://${SERVER_NAME}`, pushRelayUrl: `${relay.url}/`, mailFrom: "chat@example.com" };
  const server = await startServer(settings, { withJobs: true });
  const atServer = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
  site.handleRequest = ({ url = "" }, response) => {
    void atServer(url).then(async (answer) =>
      response
        .writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
        .end(await answer.text()),
    );
  };
  const { othello } = await createTestOrganization(server);
  await othello.callOrThrow("POST", "/users/me/android_gcm_reg_id", { token: "robot" });
  const proven = async () => (await relay.rowsOf("remote_server")).find((row) => row["hostname"] === SERVER_NAME);
  const first = await until(proven);
  assert.ok(first["hostname_proven_at"] instanceof Date);

  const job = reintroduceToRelay(
    createRelay(
      server.db,
      { ...settings, mailFolder: "", mailRetrySeconds: 1 },
      createPushMetrics(createMetrics({ ofProcess: false })),
    ),
    settings.url,
  );
  const log = createLogger({ level: "silent" });
  await job.run({ db: server.db, clock: systemClock, log, signal: new AbortController().signal }, {});
  assert.ok(Number((await proven())?.["hostname_proven_at"]) > Number(first["hostname_proven_at"]));

  for (const query of ["", "?challenge=1", `?challenge=${"g".repeat(64)}`]) {
    assert.equal((await atServer(`/api/v1/push_relay_proof${query}`)).status, 404);
  }
});

test("only a server that can be reached at a host name keeps it, and the name is taken from a server that claimed it without proof", async () => {
  const [squatter, owner, thief] = [at(site.host), at(site.host), at(site.host)];
  const claimed = await squatter.registerServer();
  assert.deepEqual([claimed["created"], claimed["hostname_proven"]], [true, false]);
  assert.equal((await owner.registerServer()).code, "HOSTNAME_ALREADY_IN_USE");

  site.actAs(owner);
  assert.equal((await owner.registerServer())["hostname_proven"], true);
  assert.equal((await thief.registerServer()).code, "HOSTNAME_ALREADY_IN_USE");
  assert.equal((await squatter.registerServer()).code, "HOSTNAME_ALREADY_IN_USE");
  // The server that claimed the name without proof keeps its registration, but without a host name.
  assert.equal((await squatter.reportRealms([])).status, 200);
  assert.deepEqual([(await rowOf(squatter))["hostname"], (await rowOf(owner))["hostname"]], ["", site.host]);
});

test("a proof remains valid while the server cannot be reached, and becomes invalid when the server changes its host name", async () => {
  const server = at(site.host);
  site.actAs(server);
  await server.registerServer();
  site.handleRequest = (request) => void request.socket.destroy();
  assert.equal((await server.registerServer())["hostname_proven"], true);
  assert.equal((await server.registerServer({ hostname: `${randomUUID()}.example.com` }))["hostname_proven"], false);
});

test("a proof is valid only for its own challenge, server and host", async () => {
  const [server, other] = [at(site.host), at(site.host)];
  site.actAs(server);
  const recorded = await fetch(`${site.url}/?challenge=${"0".repeat(64)}`).then((answer) => answer.text());
  const answers: (() => void)[] = [
    () =>
      (site.handleRequest = (_request, response) =>
        void response.setHeader("content-type", "text/plain").end(recorded)),
    () => site.actAs(other),
    () => site.actAs(server, "chat.example.com"),
  ];
  for (const prepare of answers) {
    prepare();
    assert.equal((await server.registerServer())["hostname_proven"], false);
  }
});

test("the relay aborts slow responses", async (t) => {
  const impatient = await startRelay({
    env: { PARLANCE_RELAY_INTERNAL_SERVERS: site.url },
    limits: { proofTimeoutMs: 300 },
  });
  t.after(() => impatient[Symbol.asyncDispose]());
  const server = new ChatServer(impatient.url, { hostname: site.host });
  const handlers: RequestListener[] = [
    () => undefined,
    (_request, response) => void response.writeHead(200, { "content-type": "text/plain" }).write("a"),
  ];
  for (const handler of handlers) {
    site.handleRequest = handler;
    const { status, hostname_proven: isProven } = await server.registerServer();
    assert.deepEqual([status, isProven], [200, false]);
  }
});

test("the relay follows no redirects, and limits the type and size of responses", async () => {
  const server = at(site.host);
  secret.actAs(server);
  let sent = 0;
  const endless = () => {
    site.handleRequest = (_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const more = () => {
        while (!response.destroyed && response.write("a".repeat(65_536))) sent += 65_536;
      };
      response.on("drain", more);
      more();
    };
  };
  const answers: (() => void)[] = [
    () => (site.handleRequest = (_request, response) => void response.writeHead(302, { location: secret.url }).end()),
    () =>
      (site.handleRequest = (_request, response) =>
        void response.writeHead(200, { "content-type": "text/html" }).end("a")),
    endless,
  ];
  for (const prepare of answers) {
    prepare();
    const { status, hostname_proven: isProven } = await server.registerServer();
    assert.deepEqual([status, isProven], [200, false]);
  }
  assert.deepEqual(secret.requestedUrls, []);
  assert.ok(sent < 2 ** 24, `${sent} bytes were received`);
});

test("no requests are sent to names and addresses in the relay's own network", async () => {
  for (const addresses of [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["169.254.169.254"], ["::ffff:127.0.0.1"]]) {
    lookups.push(addresses);
    assert.equal((await at(`${randomUUID()}.example.com`).registerServer())["hostname_proven"], false);
  }
  assert.equal(looked, 4);
  const literals = ["127.0.0.1", "[::1]", "0x7f.1", "2130706433", "localhost", `localhost:${secret.port}`, secret.host];
  for (const host of [...literals, "a.localhost", "10.0.0.1"]) {
    assert.notEqual((await at(host).registerServer())["hostname_proven"], true, host);
  }
  assert.deepEqual([looked, site.requestedUrls, secret.requestedUrls], [4, [], []]);
});

test("if a name resolves to a different address at the second lookup, the request goes to the address that was checked", async () => {
  const server = at(NAME);
  site.actAs(server, NAME);
  lookups.push(["127.0.0.1"], ["127.0.0.2"]);
  assert.equal((await server.registerServer())["hostname_proven"], true);
  assert.deepEqual([looked, site.requestedUrls.length], [1, 1]);
});

test("proofs are counted by their outcome", async () => {
  await at(`${randomUUID()}.example.com`).registerServer();
  const text = await (await fetch(`${relay.url}/metrics`)).text();
  assert.match(text, /push_relay_hostname_proofs_total\{outcome="refused"\} [1-9]/);
});
