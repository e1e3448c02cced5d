import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, newRealm, testServer, type TestRealm } from "@parlance/testkit";
import { joinWithInvitation } from "./actions/join-with-invitation.ts";
import { requestJoin } from "./actions/request-join.ts";
import { findInvitation } from "./find-invitation.ts";

await testServer();

const contextOf = ({ realmId, host }: TestRealm) => ({
  id: realmId,
  subdomain: host.split(".")[0] ?? "",
  url: `http://${host}`,
});

const open = ({ server, realmId }: TestRealm, settings: object = { invite_required: false }) =>
  server.db.write((tx) =>
    tx
      .updateTable("realm")
      .set({ settings: JSON.stringify(settings) })
      .where("id", "=", realmId)
      .execute(),
  );

const asks = (realm: TestRealm, email: string, linkKey: string | null = null) =>
  realm.server.db.write((tx) => requestJoin(tx, { realm: contextOf(realm), linkKey, email, now: clock.now() }));

async function keyFor({ server, realmId }: TestRealm, email: string): Promise<string> {
  const row = await server.db.reader
    .selectFrom("invitation")
    .select("key")
    .where("realm_id", "=", realmId)
    .where("email", "=", email)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return row.key;
}

const joins = (realm: TestRealm, key: string, fullName = "Yorick") =>
  realm.server.db.write((tx) =>
    joinWithInvitation(tx, { realm: contextOf(realm), key, fullName, passwordHash: null, now: clock.now() }),
  );

const finds = (realm: TestRealm, key: string) =>
  findInvitation(realm.server.db.reader, { realm: { id: realm.realmId }, key, now: clock.now() });

test("where no invitation is needed, who proves an address joins as a member, in the default channels", async () => {
  const realm = await newRealm();
  const general = await realm.iago.creates("general", [realm.iago], { is_default_stream: true });
  await open(realm);
  await asks(realm, " yorick@example.com ");
  const key = await keyFor(realm, "yorick@example.com");
  assert.deepEqual(await finds(realm, key), {
    state: "usable",
    isLink: false,
    email: "yorick@example.com",
    organization: "Shakespeare",
    inviter: null,
    role: 400,
  });
  const { id } = await joins(realm, key);
  const { user } = await realm.hamlet.does("GET", `/users/${id}`);
  assert.deepEqual([user.full_name, user.role, user.delivery_email], ["Yorick", 400, "yorick@example.com"]);
  const { state } = await realm.iago.registers();
  const channel = state["subscriptions"].find(({ stream_id }: { stream_id: number }) => stream_id === general);
  assert.deepEqual(channel.subscribers, [realm.iago.id, id]);
  assert.deepEqual(await finds(realm, key), { state: "used" });
});
