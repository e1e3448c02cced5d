import assert from "node:assert/strict";
import { test } from "node:test";
import { Person, startServerOn, TEST_SECRET } from "@parlance/testkit";
import { deriveApiKey } from "@parlance/server/auth/api-key.ts";
import { ADA, newInstallation, type TestInstallation } from "./fixtures/command-line.ts";

const HOST = "chat.example.com";

/** A server beside the commands, whose owner is Ada. */
async function served(installation: TestInstallation) {
  const { owner } = await installation.does(["organization", "create", ...ADA]);
  const connection = { connectionString: installation.databaseUrl };
  const server = await startServerOn(connection, { url: `https://${HOST}` });
  const account = {
    id: owner.user_id,
    email: owner.email,
    fullName: "Ada Okafor",
    apiKey: deriveApiKey(TEST_SECRET, owner.user_id, 1),
  };
  return { server, ada: new Person({ port: server.port, host: HOST }, account) };
}

test("a server that runs hears at once that an organization is closed, and that it is opened again", async (t) => {
  const installation = await newInstallation(t);
  const { ada, server } = await served(installation);
  const client = await ada.registers();
  const poll = client.polls({ block: true });
  while (server.queues.size.waiting === 0) await new Promise(setImmediate);

  const closed = await installation.does(["organization", "deactivate"]);
  assert.equal(closed.is_deactivated, true);
  assert.deepEqual(
    (await poll).map(({ type, op }) => [type, op]),
    [["realm", "deactivated"]],
  );
  assert.equal((await ada.get("/users/me")).msg, "This organization has been deactivated");
  const page = await ada.fetches("/login");
  assert.deepEqual([page.status, /Acme has been deactivated/.test(page.bytes.toString())], [403, true]);
  const { err } = await installation.runs(["organization", "deactivate"]);
  assert.match(JSON.parse(err).error, /^Acme is deactivated already$/);

  await installation.does(["organization", "reactivate"]);
  assert.equal((await ada.get("/users/me")).result, "success");
  const { entries } = await ada.does("GET", "/audit_log", { target_type: "realm" });
  assert.deepEqual(
    entries.map(({ act, actor_id: actor }) => [act, actor]),
    [
      ["realm.reactivated", null],
      ["realm.deactivated", null],
    ],
  );
  const again = await installation.runs(["organization", "reactivate"]);
  assert.match(JSON.parse(again.err).error, /^Acme is active$/);
});
