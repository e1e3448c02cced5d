import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, TestUser, seconds, startServerOnDatabase, TEST_SECRET } from "@parlance/testkit";
import { deriveApiKey } from "@parlance/server/modules/sign-in/api-keys/api-key.ts";
import { ADA_OPTIONS, createInstallation, type TestInstallation } from "./fixtures/command-line.ts";

const HOST = "chat.example.com";

/** Starts a server for the installation. Ada is the owner of its organization. */
async function startServerFor(installation: TestInstallation) {
  const { owner } = await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  const connection = { connectionString: installation.databaseUrl };
  const server = await startServerOnDatabase(connection, { url: `https://${HOST}` });
  const account = {
    id: owner.user_id,
    email: owner.email,
    fullName: "Ada Okafor",
    apiKey: deriveApiKey(TEST_SECRET, owner.user_id, 1),
  };
  return { server, ada: new TestUser({ port: server.port, host: HOST }, account) };
}

test("if an organization is deactivated or reactivated, a running server applies this immediately", async (t) => {
  const installation = await createInstallation(t);
  const { ada, server } = await startServerFor(installation);
  const client = await ada.registerQueue();
  const poll = client.poll({ block: true });
  while (server.queues.size.waiting === 0) await new Promise(setImmediate);

  const closed = await installation.runOrThrow(["organization", "deactivate"]);
  assert.equal(closed.is_deactivated, true);
  assert.deepEqual(
    (await poll).map(({ type, op }) => [type, op]),
    [["realm", "deactivated"]],
  );
  assert.equal((await ada.get("/users/me")).msg, "This organization has been deactivated");
  const page = await ada.fetch("/login");
  assert.deepEqual([page.status, /Acme has been deactivated/.test(page.bytes.toString())], [403, true]);
  const { err } = await installation.run(["organization", "deactivate"]);
  assert.match(JSON.parse(err).error, /^Acme is already deactivated$/);

  await installation.runOrThrow(["organization", "reactivate"]);
  assert.equal((await ada.get("/users/me")).result, "success");
  const { entries } = await ada.callOrThrow("GET", "/audit_log", { target_type: "realm" });
  assert.deepEqual(
    entries.map(({ act, actor_id: actor }) => [act, actor]),
    [
      ["realm.reactivated", null],
      ["realm.deactivated", null],
    ],
  );
  const again = await installation.run(["organization", "reactivate"]);
  assert.match(JSON.parse(again.err).error, /^Acme is active$/);
});

test("after an organization has moved to another URL, both URLs work and browsers are redirected to the new one", async (t) => {
  const installation = await createInstallation(t);
  const { ada, server } = await startServerFor(installation);
  const at = (host: string) => new TestUser({ port: server.port, host }, ada);
  await ada.callOrThrow("PATCH", "/settings", { email_address_visibility: 4 });
  const client = await ada.registerQueue();
  const poll = client.poll({ block: true });
  while (server.queues.size.waiting === 0) await new Promise(setImmediate);

  const moved = await installation.runOrThrow(["organization", "rename", "Labs"]);
  assert.equal(moved.url, `https://labs.${HOST}`);
  assert.deepEqual(await poll, []);
  // Servers cache the organization of a host for a shorter time than this.
  clock.tick(seconds(2));
  const old = { queue_id: client.queueId, last_event_id: client.lastEventId };
  assert.equal((await ada.get("/events", old)).code, "BAD_EVENT_QUEUE_ID");
  const there = await at(`labs.${HOST}`).registerQueue();
  assert.equal(there.state.realm_url, `https://labs.${HOST}`);
  assert.equal(there.state.email, `user${ada.id}@labs.${HOST}`);

  const page = await ada.fetch("/login?next=1");
  assert.deepEqual([page.status, page.headers.location], [302, `https://labs.${HOST}/login?next=1`]);
  assert.equal((await at(`labs.${HOST}`).fetch("/login")).status, 200);
  const [entry] = (await ada.callOrThrow("GET", "/audit_log", { target_type: "realm" })).entries;
  assert.deepEqual(
    [entry?.act, entry?.before, entry?.after],
    ["realm.moved", { subdomain: "" }, { subdomain: "labs" }],
  );

  await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS, "--name", "Globe"]);
  clock.tick(seconds(2));
  const settings = async (host: string) => (await at(host).callOrThrow("GET", "/server_settings")).realm_name;
  assert.deepEqual([await settings(HOST), await settings(`labs.${HOST}`)], ["Globe", "Acme"]);
});

test("an organization cannot be moved to its own URL, to a URL in use or to an invalid URL", async (t) => {
  const installation = await createInstallation(t);
  await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS, "--subdomain", "labs"]);
  for (const [subdomain, refusal] of [
    ["labs", /^Acme is already at https:\S+; choose another/],
    ["", /^Acme is already at https:\/\/chat\.example\.com$/],
    ["x-", /^A subdomain must have 3 to 40/],
  ] as const) {
    const { code, err } = await installation.run(["organization", "rename", subdomain, "--organization", ""]);
    assert.equal(code, 1);
    assert.match(JSON.parse(err).error, refusal);
  }
});
