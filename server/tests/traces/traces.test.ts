import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createDatabase,
  createTestOrganization,
  fetchPath,
  afterFile,
  reserveFreePorts,
  startMailbox,
  startServerOnDatabase,
  type TestServer,
} from "@parlance/testkit";
import { ScriptedProvider } from "@parlance/server/pages/providers/fixtures/scripted-provider.ts";
import { Visitor } from "@parlance/server/pages/fixtures/visitor.ts";
import type { ServerSettings } from "@parlance/server/app/settings.ts";
import { Collector } from "./fixtures/collector.ts";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const CALLER_SPAN = "b7ad6b7169203331";

/** Starts a server, lets `use` use it, and stops it, so that all of its traces have been sent. */
async function traceServer(
  settings: Partial<ServerSettings>,
  use: (server: TestServer) => Promise<void>,
  withJobs = false,
): Promise<void> {
  const { connection, dropDatabase } = await createDatabase();
  afterFile(dropDatabase);
  let close = async () => {};
  const server = await startServerOnDatabase(connection, settings, {
    withJobs,
    registerCleanup: (cleanup) => void (close = async () => cleanup()),
  });
  try {
    await use(server);
  } finally {
    await close();
  }
}

test("a request is a trace, with the statements that it sends to the database", async () => {
  const collector = await Collector.start();
  await traceServer(
    { otlpEndpoint: collector.url, otlpHeaders: "authorization=Bearer abc,x-team=chat" },
    async (server) => {
      const { hamlet } = await createTestOrganization(server);
      await hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "Elsinore" }] });
      await hamlet.callOrThrow("POST", "/messages", {
        type: "channel",
        to: "Elsinore",
        topic: "ghosts",
        content: "the king's secret",
      });
    },
  );
  const [{ path, headers }] = collector.requests as [(typeof collector.requests)[number]];
  assert.deepEqual([path, headers.authorization, headers["x-team"]], ["/v1/traces", "Bearer abc", "chat"]);
  const request = collector.find("POST /api/v1/users/me/subscriptions");
  assert.equal(request.parentSpanId, undefined);
  assert.equal(request.attributes["http.response.status_code"], 200);
  const statements = collector.below(request).map(({ attributes }) => attributes);
  assert.ok(
    statements.some((one) => one["db.operation.name"] === "INSERT"),
    JSON.stringify(statements),
  );
  assert.ok(statements.every((one) => one["db.system.name"] === "postgresql"));
  collector.find("POST /api/v1/messages");
  assert.equal(JSON.stringify(collector.spans).includes("the king's secret"), false);
});

test("a request continues the trace in its headers", async () => {
  const collector = await Collector.start();
  await traceServer({ otlpEndpoint: collector.url, tracedPercent: 1 }, async (server) => {
    const { host } = await createTestOrganization(server);
    const site = { port: server.port, host };
    await fetchPath(site, "/api/v1/server_settings", { traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-01` });
    await fetchPath(site, "/login", { traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-00` });
    await fetchPath(site, "/health", { traceparent: `00-${TRACE_ID}-${CALLER_SPAN}-01` });
  });
  const continued = collector.spans.filter(({ traceId, name }) => traceId === TRACE_ID && name.startsWith("GET"));
  assert.deepEqual(
    continued.map(({ name, parentSpanId }) => [name, parentSpanId]),
    [["GET /api/v1/server_settings", CALLER_SPAN]],
  );
});

test("failed requests are marked with the kind of the error, without its message", async () => {
  const collector = await Collector.start();
  const provider = await ScriptedProvider.open();
  const [port] = await reserveFreePorts(1);
  const openIdConnect = [provider.settings({ issuer: `http://127.0.0.1:${port}` })];
  const settings = { otlpEndpoint: collector.url, identityProviders: { openIdConnect, saml: [] } };
  await traceServer(settings, async (server) => {
    const visitor = new Visitor(await createTestOrganization(server));
    assert.equal((await visitor.open("/accounts/login/social/oidc/acme")).status, 503);
  });
  const request = collector.find("GET /accounts/login/social/oidc/:name");
  assert.deepEqual([request.attributes["error.type"], request.status], ["503", { code: 2 }]);
  const failure = collector.below(request).find(({ name }) => name === "GET");
  assert.deepEqual([failure?.attributes["error.type"], failure?.status], ["ECONNREFUSED", { code: 2 }]);
});

test("jobs are traces of their own, and requests to other servers belong to the trace that sends them", async () => {
  const collector = await Collector.start();
  const [mailbox, provider] = [await startMailbox(), await ScriptedProvider.open()];
  const identityProviders = { openIdConnect: [provider.settings()], saml: [] };
  const settings = { otlpEndpoint: collector.url, smtpUrl: mailbox.url, identityProviders };
  const use = async (server: TestServer) => {
    const organization = await createTestOrganization(server);
    const { iago } = organization;
    await iago.callOrThrow("POST", "/invites", { invitee_emails: "emilia@example.com", stream_ids: [] });
    await mailbox.next("emilia@example.com");
    await new Visitor(organization).open("/accounts/login/social/oidc/acme");
  };
  await traceServer(settings, use, true);
  const job = collector.spans.find(({ name }) => name === "job deliver-letter");
  assert.ok(job);
  assert.equal(job.parentSpanId, undefined);
  assert.ok(collector.below(job).length > 0);
  const below = collector.below(collector.find("GET /accounts/login/social/oidc/:name"));
  const discovery = below.find(({ name }) => name === "GET");
  assert.equal(discovery?.attributes["server.address"], "127.0.0.1");
});

test("a server works if the collector does not respond, and without the setting it sends nothing", async () => {
  const collector = await Collector.start();
  await traceServer({ otlpEndpoint: "http://127.0.0.1:9/" }, async (server) => {
    const { hamlet } = await createTestOrganization(server);
    await hamlet.callOrThrow("GET", "/users/me");
  });
  await traceServer({}, async (server) => {
    const { hamlet } = await createTestOrganization(server);
    await hamlet.callOrThrow("GET", "/users/me");
  });
  assert.deepEqual(collector.requests, []);
});
