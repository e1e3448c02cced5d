import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertSameState,
  createTestOrganization,
  startServerBeside,
  startServer,
  type Client,
  type TestServer,
} from "@parlance/testkit";
import { createWireAliases, stockAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { storeServerFact } from "@parlance/kernel/db/server-facts.ts";
import { version } from "@parlance/kernel/base/version.ts";

/** Records another release in the database, as if it were the last one that was announced to clients. */
const isAnotherRelease = ({ db }: TestServer) =>
  db.write((tx) => storeServerFact(tx, "release", '{"service_version":"0.0.1"}', "replaced"));

const inBrowser = { client: "website", apply_markdown: true };

const receivedTypes = async (client: Client) => (await client.poll()).map(({ type }) => type);

test("after an upgrade, each client that requests restart events gets one, even if several processes start, and browsers also get a reload event", async () => {
  const server = await startServer();
  const [{ hamlet, othello, bot }, { iago }] = [
    await createTestOrganization(server),
    await createTestOrganization(server),
  ];
  const clients = {
    phone: await hamlet.registerQueue(),
    browser: await hamlet.registerQueue(inBrowser),
    bot: await bot.registerQueue(),
    few: await othello.registerQueue({ event_types: ["message"] }),
    elsewhere: await iago.registerQueue({ event_types: ["restart"] }),
  };
  await isAnotherRelease(server);
  await Promise.all([1, 2, 3].map(() => startServerBeside(server)));
  const [event, ...more] = await clients.phone.poll({ block: true });
  assert.deepEqual(more, []);
  const { server_generation: generation, ...payload } = event ?? {};
  const release = {
    service_version: version,
    service_merge_base: version,
    service_feature_level: clients.phone.state.service_feature_level,
  };
  assert.deepEqual(payload, { id: event?.id, type: "restart", ...stockAliases.withRelease(release) });
  assert.equal(generation, clients.phone.state.server_generation);
  assertSameState("Hamlet", clients.phone.state, event ? [event] : [], (await hamlet.registerQueue()).state);
  assert.deepEqual(await receivedTypes(clients.browser), ["restart", "web_reload_client"]);
  assert.deepEqual(await receivedTypes(clients.bot), ["restart"]);
  assert.deepEqual(await receivedTypes(clients.few), []);
  assert.deepEqual(await receivedTypes(clients.elsewhere), ["restart"]);
});

test("a process of the same release publishes no event when it starts", async () => {
  const server = await startServer();
  const { hamlet } = await createTestOrganization(server);
  const client = await hamlet.registerQueue(inBrowser);
  const beside = await startServerBeside(server);
  const poll = { queue_id: client.queueId, last_event_id: client.lastEventId, dont_block: true };
  assert.deepEqual((await hamlet.at(beside).callOrThrow("GET", "/events", poll)).events, []);
});

test("clients of another brand find the release under their own field names", async () => {
  const settings = { wireAliases: createWireAliases("acme") };
  const server = await startServer(settings);
  const { hamlet } = await createTestOrganization(server);
  const client = await hamlet.registerQueue({ event_types: ["restart"] });
  await isAnotherRelease(server);
  await startServerBeside(server, settings);
  const [event] = await client.poll({ block: true });
  assert.partialDeepStrictEqual(event, { acme_version: "11.0", acme_merge_base: "11.0", acme_feature_level: 420 });
});
