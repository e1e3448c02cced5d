import assert from "node:assert/strict";
import { test } from "node:test";
import { call, createTestOrganization, startServerBeside, testServer, watchEvents } from "@parlance/testkit";

test("if the server does not allow web-public channels, visitors without an account get no access, whatever the organization's settings are", async () => {
  const realm = await createTestOrganization();
  const { desdemona, hamlet, host } = realm;
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  const channel = await desdemona.createChannel("web", [hamlet], { is_web_public: true });
  const message = await hamlet.sendToChannel("web");
  const narrow = [{ operator: "channels", operand: "web-public" }];
  const paths = [
    ["POST", "/register", {}],
    ["GET", "/messages", { anchor: "newest", num_before: 5, num_after: 0, narrow }],
    ["GET", `/messages/${message}`, {}],
  ] as const;
  const closed = await startServerBeside(await testServer(), { webPublicChannels: false });
  for (const [server, status] of [
    [realm.server, 200],
    [closed, 401],
  ] as const) {
    for (const [method, path, parameters] of paths) {
      const answer = await call({ port: server.port, host }, { method, path, parameters, headers: {} });
      assert.equal(answer.status, status, `${method} ${path}`);
    }
  }
  assert.equal((await hamlet.get(`/streams/${channel}`)).result, "success");
});

test("if the server does not allow web-public channels, creating such a channel, or making a channel web-public, is rejected with the reason", async () => {
  const server = await startServerBeside(await testServer(), { webPublicChannels: false });
  const { desdemona } = await createTestOrganization(server);
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  const { msg } = await desdemona.post("/channels/create", { name: "web", subscribers: [], is_web_public: true });
  assert.equal(msg, "Web-public channels are not enabled.");
  const plain = await desdemona.createChannel("plain", [desdemona]);
  const [events] = await watchEvents([desdemona], async () => {
    const refused = await desdemona.patch(`/streams/${plain}`, { is_web_public: true });
    assert.equal(refused.msg, "Web-public channels are not enabled.");
  });
  assert.deepEqual(events, []);
  const { state } = await desdemona.registerQueue();
  assert.equal(state["server_web_public_streams_enabled"], false);
  assert.equal(state["can_create_web_public_streams"], false);
  const settings = await desdemona.callOrThrow("GET", "/server_settings");
  assert.equal(settings["realm_web_public_access_enabled"], false);
});
