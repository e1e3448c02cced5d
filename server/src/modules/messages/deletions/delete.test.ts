import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  type ApiResponse,
  clock,
  createTestOrganization,
  type TestUser,
  seconds,
  type TestOrganization,
  watchEvents,
  untilTransactionsBlocked,
} from "@parlance/testkit";
import { only } from "#modules/groups/core/fixtures/groups.ts";
import { deleteMessageAs, deletedIds, unsubscribe, waitForMessageLock } from "./fixtures/delete-messages.ts";
import { lockPosition } from "@parlance/kernel/events/event-log.ts";
import { recordOrganizationChanges } from "#modules/organizations/core/organization-snapshot.ts";

const MAY_NOT = "You don't have permission to delete this message";
const TOO_LATE = "The time limit for deleting this message has passed";
const INVALID = "Invalid message(s)";

const limits = ({ desdemona }: TestOrganization, limit: number | "unlimited") =>
  desdemona.callOrThrow("PATCH", "/realm", { message_content_delete_limit_seconds: limit });

const allows = ({ desdemona }: TestOrganization, setting: string, ...people: TestUser[]) =>
  desdemona.callOrThrow("PATCH", "/realm", { [setting]: { new: only(...people) } });

/** Tries to delete a message. Returns "deleted", or the error message. */
async function outcome(person: TestUser, message: number): Promise<string> {
  const { status, code, msg, result } = await deleteMessageAs(person, message);
  if (result === "success") return "deleted";
  assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  return msg;
}

test("users can delete their own messages and those of their bots only if the organization allows it", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, bot, polonius } = realm;
  await hamlet.createChannel("open", [hamlet, othello, bot, polonius]);
  assert.equal(await outcome(othello, await hamlet.sendToChannel("open")), MAY_NOT);
  assert.equal(await outcome(othello, await bot.sendToChannel("open")), MAY_NOT);
  assert.equal(await outcome(bot, await hamlet.sendToChannel("open")), MAY_NOT);
  assert.equal(await outcome(hamlet, await hamlet.sendToChannel("open")), "deleted");
  assert.equal(await outcome(hamlet, await bot.sendToChannel("open")), "deleted");
  assert.equal(await outcome(bot, await bot.sendToChannel("open")), "deleted");
  assert.equal(await outcome(polonius, await polonius.sendToChannel("open")), "deleted");
  assert.equal(await outcome(othello, await othello.sendDirectMessage(othello)), "deleted");
  const notice = (await hamlet.callOrThrow("GET", "/messages", { anchor: "oldest", num_after: 1 })).messages[0];
  assert.equal(await outcome(hamlet, notice!.id), MAY_NOT);

  await allows(realm, "can_delete_own_message_group", othello);
  assert.equal(await outcome(hamlet, await hamlet.sendToChannel("open")), MAY_NOT);
  assert.equal(await outcome(othello, await othello.sendToChannel("open")), "deleted");
  assert.equal(await outcome(othello, await hamlet.sendDirectMessage(othello)), MAY_NOT);
});

test("users can delete their own messages until the time limit, without a grace period, or at any time if there is no limit", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago } = realm;
  await hamlet.createChannel("open", [hamlet, iago]);
  await limits(realm, 60);
  const [early, late, others] = [
    await hamlet.sendDirectMessage(othello),
    await hamlet.sendDirectMessage(othello),
    await hamlet.sendToChannel("open"),
  ];
  clock.shiftWallClock(seconds(45));
  assert.equal(await outcome(hamlet, early), "deleted");
  clock.shiftWallClock(seconds(16));
  assert.equal(await outcome(hamlet, late), TOO_LATE);
  assert.equal(await outcome(othello, late), MAY_NOT);
  assert.equal(await outcome(iago, others), "deleted");
  await limits(realm, "unlimited");
  assert.equal(await outcome(hamlet, late), "deleted");
});

test("users with the permission can delete other users' messages that they can read, and the audit log records each deletion", async () => {
  const realm = await createTestOrganization();
  const { iago, shiva, hamlet, othello, cordelia } = realm;
  const open = await hamlet.createChannel("open", [hamlet, othello]);
  await hamlet.createChannel("secret", [hamlet, iago], { invite_only: true });
  const message = await hamlet.sendToChannel("open", { topic: "ghost" });
  const direct = await hamlet.sendDirectMessage(iago);
  assert.equal(await outcome(shiva, message), MAY_NOT);
  assert.equal(await outcome(iago, await hamlet.sendDirectMessage(othello)), INVALID);
  for (const id of [message, direct, await hamlet.sendToChannel("secret")])
    assert.equal(await outcome(iago, id), "deleted");
  const acts = async (act: "channel.message_deleted" | "user.message_deleted") =>
    (await iago.callOrThrow("GET", "/audit_log", { act })).entries.map(({ actor_id, target_id, before }) => ({
      actor_id,
      target_id,
      before,
    }));
  const before = { message_id: message, sender_id: hamlet.id, topic: "ghost" };
  const inChannels = await acts("channel.message_deleted");
  assert.equal(inChannels.length, 2);
  assert.deepEqual(inChannels[1], { actor_id: iago.id, target_id: open, before });
  assert.deepEqual(await acts("user.message_deleted"), [
    { actor_id: iago.id, target_id: hamlet.id, before: { message_id: direct } },
  ]);

  await allows(realm, "can_delete_any_message_group", cordelia);
  assert.equal(await outcome(iago, await hamlet.sendToChannel("open")), MAY_NOT);
  assert.equal(await outcome(cordelia, await hamlet.sendToChannel("open")), "deleted");
});

test("a channel's permissions can let users delete any message in it, or only their own", async () => {
  const realm = await createTestOrganization();
  const { desdemona, hamlet, othello, cordelia, polonius } = realm;
  await allows(realm, "can_delete_own_message_group");
  const channel = await hamlet.createChannel("open", [hamlet, othello, polonius]);
  await desdemona.callOrThrow("PATCH", `/streams/${channel}`, {
    can_delete_any_message_group: { new: only(cordelia, polonius) },
    can_delete_own_message_group: { new: only(othello) },
  });
  const writes = () => hamlet.sendToChannel("open");
  assert.equal(await outcome(hamlet, await writes()), MAY_NOT);
  assert.equal(await outcome(othello, await writes()), MAY_NOT);
  assert.equal(await outcome(othello, await othello.sendToChannel("open")), "deleted");
  assert.equal(await outcome(cordelia, await writes()), "deleted");
  assert.equal(await outcome(polonius, await writes()), "deleted");
  // The channel's permissions have no effect in other channels or in direct messages.
  await hamlet.createChannel("other", [hamlet, othello, cordelia]);
  assert.equal(await outcome(cordelia, await hamlet.sendToChannel("other")), MAY_NOT);
  assert.equal(await outcome(othello, await othello.sendDirectMessage(cordelia)), MAY_NOT);
});

test("deleting a message that the user cannot read fails with the same error as for a nonexistent message, and messages in archived channels cannot be deleted", async () => {
  const { iago, desdemona, hamlet, cordelia, polonius } = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet]);
  await hamlet.createChannel("secret", [hamlet, cordelia], { invite_only: true });
  const archive = await hamlet.createChannel("archive", [hamlet]);
  const [open, secret, own, old] = [
    await hamlet.sendToChannel("open"),
    await hamlet.sendToChannel("secret"),
    await cordelia.sendToChannel("secret"),
    await hamlet.sendToChannel("archive"),
  ];
  await unsubscribe(cordelia, "secret");
  await iago.callOrThrow("DELETE", `/streams/${archive}`);
  const elsewhere = await createTestOrganization();
  const foreign = await elsewhere.hamlet.sendDirectMessage(elsewhere.othello);
  const refused: [TestUser, number][] = [
    [polonius, open],
    [iago, secret],
    [desdemona, secret],
    [cordelia, own],
    [hamlet, old],
    [iago, old],
    [hamlet, foreign],
    [hamlet, 0],
    [hamlet, 9_007_199_254_740_991],
  ];
  for (const [person, message] of refused) {
    assert.deepEqual([person.fullName, message, await outcome(person, message)], [person.fullName, message, INVALID]);
  }
  for (const message of [open, secret, own, old]) await hamlet.callOrThrow("GET", `/messages/${message}`);
  await elsewhere.hamlet.callOrThrow("GET", `/messages/${foreign}`);
});

test("a deleted message is gone from every response, but is kept in the database with its reactions, submessages and flags", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  await hamlet.createChannel("open", [hamlet, othello]);
  const message = await hamlet.sendToChannel("open", { content: "/poll Ghost?\nYes\nNo" });
  await hamlet.sendToChannel("open", { topic: "other" });
  await othello.callOrThrow("POST", `/messages/${message}/reactions`, { emoji_name: "octopus" });
  const vote = JSON.stringify({ type: "vote", key: "canned,0", vote: 1 });
  await othello.callOrThrow("POST", "/submessage", { message_id: message, msg_type: "widget", content: vote });
  await hamlet.callOrThrow("POST", "/messages/flags", { messages: [message], op: "add", flag: "starred" });
  await hamlet.callOrThrow("POST", "/messages/flags", { messages: [message], op: "remove", flag: "read" });

  assert.equal(await outcome(hamlet, message), "deleted");
  assert.equal((await hamlet.get(`/messages/${message}`)).msg, INVALID);
  assert.equal((await deleteMessageAs(hamlet, message)).msg, INVALID);
  assert.equal((await othello.post(`/messages/${message}/reactions`, { emoji_name: "car" })).msg, INVALID);
  const { messages } = await othello.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 10,
    narrow: [{ operator: "topic", operand: "topic" }],
  });
  assert.deepEqual(messages, []);

  const stored = await sql<{ deleter_id: number; content: Record<string, Record<string, unknown>[]> }>`
    select deleter_id, content from deleted_message where id = ${message}`.execute(realm.server.db.reader);
  const [{ deleter_id, content } = { deleter_id: 0, content: {} }] = stored.rows;
  assert.equal(deleter_id, hamlet.id);
  assert.match((content["message"] as unknown as { content: string }).content, /Ghost/);
  assert.deepEqual(
    content["reactions"]?.map(({ user_id, emoji_name }) => [user_id, emoji_name]),
    [[othello.id, "octopus"]],
  );
  assert.equal(content["submessages"]?.length, 2);
  assert.deepEqual(
    content["flags"]?.map(({ user_id, flags }) => [user_id, flags]),
    [[hamlet.id, 1]],
  );
  assert.deepEqual(
    content["unread"]?.map(({ user_id }) => user_id),
    [hamlet.id],
  );
  assert.deepEqual(content["edits"], []);
});

test("repeating a send request with the same idempotency key after the message was deleted returns the first response and sends no new message", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const sends = () =>
    hamlet.call(
      "POST",
      "/messages",
      { type: "direct", to: [othello.id], content: "Once" },
      { "idempotency-key": "once" },
    );
  const id = Number((await sends())["id"]);
  assert.equal(await outcome(hamlet, id), "deleted");
  const [events] = await watchEvents([othello], async () => {
    assert.equal((await sends())["id"], id);
  });
  assert.deepEqual(events, []);
});

test("if two users delete a message at the same time, one succeeds and the other gets an error", async () => {
  const { hamlet, iago, server } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(iago);
  let both: Promise<ApiResponse[]> = Promise.resolve([]);
  const all = await watchEvents([hamlet, iago], async () => {
    await server.db.write(async (tx) => {
      await sql`select from message where id = ${message} for update`.execute(tx);
      both = Promise.all([deleteMessageAs(hamlet, message), deleteMessageAs(iago, message)]);
      await waitForMessageLock(server, 2);
    });
    await both;
  });
  const messages = (await both).map(({ msg }) => msg);
  assert.deepEqual(messages.toSorted(), ["", "Message already deleted"]);
  assert.deepEqual(all.map(deletedIds), [[message], [message]]);
});

test("a message is not deleted if the time limit is shortened while the deletion waits for its turn", async () => {
  const { hamlet, iago, server, realmId } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(iago);
  let deletion: Promise<ApiResponse> | undefined;
  await server.db.write(async (tx) => {
    await lockPosition(tx, realmId);
    deletion = deleteMessageAs(hamlet, message);
    await untilTransactionsBlocked(server, 1, "realm_counter");
    const changed = JSON.stringify({ message_content_delete_limit_seconds: -1 });
    await sql`update realm set settings = settings || ${changed}::jsonb where id = ${realmId}`.execute(tx);
    recordOrganizationChanges(tx, realmId);
  });
  assert.equal((await deletion)?.msg, TOO_LATE);
  assert.equal((await hamlet.get(`/messages/${message}`)).result, "success");
});
