import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  clock,
  days,
  createTestOrganization,
  testServer,
  type TestUser,
  type TestOrganization,
  type FullState,
  writeRowsDirectly,
} from "@parlance/testkit";

await testServer();

type Detail = "true" | "false" | "partial";
type Listed = FullState["never_subscribed"][number];

async function channelNamed(person: TestUser, name: string, detail: Detail): Promise<Listed> {
  const { state } = await person.registerQueue({ include_subscribers: detail });
  const { subscriptions, unsubscribed, never_subscribed: never } = state;
  const found = [...subscriptions, ...unsubscribed, ...never].find((channel) => channel.name === name);
  assert.ok(found);
  return found;
}

/** Creates users and subscribes them to a channel until it has `upTo` subscribers. */
async function fill(realm: TestOrganization, channelId: number, upTo: number): Promise<void> {
  await writeRowsDirectly(realm, async (tx) => {
    await sql`
      with crowd as (
        insert into account (realm_id, delivery_email, email_key, full_name, name_key, role, date_joined)
        select ${realm.realmId}, i || '@crowd', i || '@crowd', 'Soldier', 'soldier', 400, ${new Date(clock.now().getTime() - days(30))}
        from channel, generate_series(1, ${upTo} - subscriber_count) i where channel.id = ${channelId}
        returning id
      )
      insert into subscription (user_id, channel_id, recipient_id, is_active, color)
      select crowd.id, channel.id, channel.recipient_id, true, '#000000' from crowd, channel where channel.id = ${channelId}`.execute(
      tx,
    );
    await tx.updateTable("channel").set({ subscriber_count: upTo }).where("id", "=", channelId).execute();
  });
}

test("the register response lists a channel's subscribers as requested: all, some or none", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await hamlet.createChannel("room", [hamlet, othello]);
  assert.deepEqual((await channelNamed(cordelia, "room", "true")).subscribers, [hamlet.id, othello.id]);
  assert.deepEqual((await channelNamed(cordelia, "room", "partial")).subscribers, [hamlet.id, othello.id]);
  assert.equal("subscribers" in (await channelNamed(cordelia, "room", "false")), false);
});

test("if some subscribers are requested, a channel with fewer than 250 subscribers still lists all of them", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  await fill(realm, await hamlet.createChannel("legion"), 249);
  const listed = await channelNamed(hamlet, "legion", "partial");
  assert.deepEqual([listed.subscribers?.length, "partial_subscribers" in listed], [249, false]);
});

test("if some subscribers are requested, a channel with 250 or more lists only its bots and recently active users", async () => {
  const realm = await createTestOrganization();
  const { hamlet, bot } = realm;
  await fill(realm, await hamlet.createChannel("army", [hamlet, bot]), 250);
  const listed = await channelNamed(hamlet, "army", "partial");
  assert.deepEqual([listed.partial_subscribers, "subscribers" in listed], [[hamlet.id, bot.id], false]);
  assert.equal(listed.subscriber_count, 250);
  assert.equal((await channelNamed(hamlet, "army", "true")).subscribers?.length, 250);
});

test("deactivated users are not listed as subscribers", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("room", [hamlet, othello]);
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  assert.deepEqual((await channelNamed(hamlet, "room", "true")).subscribers, [hamlet.id]);
});

test("the register response sorts channels by name, and separates subscribed, unsubscribed and never subscribed channels", async () => {
  const { hamlet, othello } = await createTestOrganization();
  for (const name of ["b", "a", "C"]) await hamlet.createChannel(name, [othello]);
  await hamlet.createChannel("never");
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["a"] });
  const { state } = await othello.registerQueue();
  const names = (list: "subscriptions" | "unsubscribed" | "never_subscribed" | "streams") =>
    state[list].map(({ name }) => name);
  assert.deepEqual(names("subscriptions"), ["C", "b"]);
  assert.deepEqual(names("unsubscribed"), ["a"]);
  assert.deepEqual(names("never_subscribed"), ["never"]);
  assert.deepEqual(names("streams"), ["C", "a", "b", "never"]);
});

test("for guests, the list of default channels is empty", async () => {
  const { iago, polonius } = await createTestOrganization();
  const id = await iago.createChannel("welcome", [], { is_default_stream: true });
  assert.deepEqual((await iago.registerQueue()).state["realm_default_streams"], [id]);
  assert.deepEqual((await polonius.registerQueue()).state["realm_default_streams"], []);
});
