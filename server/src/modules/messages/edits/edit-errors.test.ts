import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addBulkMembers,
  backdateMessages,
  minutes,
  createTestOrganization,
  watchEvents,
  type ApiResponse,
  type TestUser,
} from "@parlance/testkit";
import { editAs, contentSeenBy, waitForSettled, sha256 } from "./fixtures/edit-messages.ts";

const refusal = ({ status, code, msg }: ApiResponse) => [status, code, msg];
const refused = (msg: string, code = "BAD_REQUEST") => [400, code, msg];

const INVALID = refused("Invalid message(s)");
const NOT_ONES_OWN = refused("You don't have permission to edit this message");
const MISMATCH = refused("'prev_content_sha256' value does not match the expected value.", "EXPECTATION_MISMATCH");

test("only the sender of a message can edit it, regardless of the other users' roles, and not even the sender in an archived channel", async () => {
  const { desdemona, iago, shiva, hamlet, othello, cordelia, polonius, bot } = await createTestOrganization();
  const channel = await hamlet.createChannel("denmark", [desdemona, iago, shiva, hamlet, othello, bot, polonius]);
  const message = await hamlet.sendToChannel("denmark");
  const received = await watchEvents([hamlet], async () => {
    for (const person of [desdemona, iago, shiva, othello, bot, polonius, cordelia]) {
      assert.deepEqual(
        [person.fullName, ...refusal(await editAs(person, message, "Mine"))],
        [person.fullName, ...NOT_ONES_OWN],
      );
    }
  });
  assert.deepEqual(received, [[]]);
  const ofBot = await bot.sendToChannel("denmark");
  assert.deepEqual(refusal(await editAs(hamlet, ofBot, "Mine")), NOT_ONES_OWN);
  for (const [person, own] of [
    [bot, ofBot],
    [polonius, await polonius.sendToChannel("denmark")],
  ] as const) {
    assert.equal((await editAs(person, own, "Mine")).result, "success");
  }
  await iago.callOrThrow("DELETE", `/streams/${channel}`);
  assert.deepEqual(refusal(await editAs(hamlet, message, "Late")), INVALID);
});

test("editing a message that the user cannot read fails with the same error as for a nonexistent message", async () => {
  const { hamlet, othello, cordelia, polonius } = await createTestOrganization();
  const elsewhere = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet]);
  await hamlet.createChannel("secret", [hamlet, othello], { invite_only: true });
  const [open, direct] = [await hamlet.sendToChannel("open"), await hamlet.sendDirectMessage(othello)];
  const left = await othello.sendToChannel("secret");
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["secret"] });
  const foreign = await elsewhere.hamlet.sendDirectMessage(elsewhere.hamlet);
  const requests: [TestUser, number][] = [
    [polonius, open],
    [cordelia, direct],
    [othello, left],
    [hamlet, foreign],
    [hamlet, 0],
    [hamlet, 9_007_199_254_740_991],
  ];
  for (const [person, message] of requests) {
    const more = { stream_id: 2 ** 31 - 1, propagate_mode: "change_all", prev_content_sha256: "" };
    assert.deepEqual(refusal(await editAs(person, message, "New", more)), INVALID);
    assert.deepEqual(refusal(await person.patch(`/messages/${message}`, { topic: "\0" })), INVALID);
  }
});

test("if a request has several errors, the response has the error that is checked first", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const channel = await hamlet.createChannel("denmark", [hamlet, othello]);
  const elsinore = await hamlet.createChannel("elsinore", [hamlet]);
  await waitForSettled(realm, {
    can_move_messages_between_channels_group: { new: { direct_members: [], direct_subgroups: [] } },
  });
  const message = await hamlet.sendToChannel("denmark", { topic: "ghosts", content: "/poll Who?\nI" });
  const edit = async (person: TestUser, parameters: object) =>
    refusal(await person.patch(`/messages/${message}`, parameters));
  await backdateMessages(realm, [message], minutes(11));
  await waitForSettled(realm, { allow_message_editing: false });
  // Each request would also fail with the errors of all requests below it.
  const all = { content: "\0", propagate_mode: "change_all", prev_content_sha256: "0".repeat(64) };
  const content = { ...all, topic: "ghosts" };
  assert.deepEqual(await edit(othello, content), refused("Your organization has turned off message editing"));
  await waitForSettled(realm, { allow_message_editing: true });
  assert.deepEqual(await edit(othello, content), NOT_ONES_OWN);
  assert.deepEqual(await edit(hamlet, content), refused("The time limit for editing this message has passed"));
  await backdateMessages(realm, [message], 0);

  const unchanged = { ...all, content: undefined, topic: "ghosts", stream_id: channel };
  assert.deepEqual(await edit(hamlet, unchanged), refused("Nothing to change"));
  assert.deepEqual(await edit(othello, {}), refused("Nothing to change"));
  assert.deepEqual(await edit(hamlet, content), refused("Invalid propagate_mode without topic edit"));
  const move = { ...all, stream_id: elsinore };
  assert.deepEqual(
    await edit(hamlet, { ...move, topic: "a\u0007" }),
    refused("Invalid character in topic, at position 2!"),
  );
  for (const topic of ["\u2714", " \u2714 ", "\u2714 general chat"]) {
    assert.deepEqual(await edit(hamlet, { ...move, topic }), refused("General chat cannot be marked as resolved"));
  }
  assert.deepEqual(await edit(hamlet, move), refused("Cannot change message content while changing channel"));
  const both = { ...all, topic: "men" };
  assert.deepEqual(await edit(hamlet, both), refused("Widgets cannot be edited."));
  assert.deepEqual(await edit(hamlet, { ...both, content: undefined }), MISMATCH);

  const other = await hamlet.sendToChannel("denmark", { topic: "ghosts", content: "Ghost" });
  const moved = { ...both, prev_content_sha256: sha256("Ghost"), propagate_mode: "change_one" } as const;
  await waitForSettled(realm, {
    can_move_messages_between_topics_group: { new: { direct_members: [], direct_subgroups: [] } },
  });
  assert.deepEqual(
    refusal(await hamlet.patch(`/messages/${other}`, moved)),
    refused("Message must not contain null bytes"),
  );
  await editAs(hamlet, other, "Ghost");
  const ofOthello = await othello.sendToChannel("denmark", { topic: "ghosts", content: "Ghost" });
  assert.deepEqual(refusal(await othello.patch(`/messages/${ofOthello}`, moved)), NOT_ONES_OWN);
  const stays = { content: "\0", prev_content_sha256: sha256("Ghost") };
  assert.deepEqual(
    refusal(await othello.patch(`/messages/${ofOthello}`, stays)),
    refused("Message must not contain null bytes"),
  );
});

test("direct messages cannot be given a topic or be moved to a channel", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const channel = await hamlet.createChannel("denmark", [hamlet]);
  const message = await hamlet.sendDirectMessage(othello);
  const edit = async (parameters: Record<string, string | number>) =>
    (await hamlet.patch(`/messages/${message}`, parameters)).msg;
  const both = { stream_id: channel, topic: "ghosts", propagate_mode: "change_all" };
  assert.equal(await edit({ ...both, content: "New" }), "Direct messages cannot be moved to channels.");
  assert.equal(await edit({ topic: "ghosts", propagate_mode: "change_all" }), "Direct messages cannot have topics.");
  assert.equal(await edit({ topic: "" }), "Nothing to change");
  assert.equal(await edit({ topic: "general chat", propagate_mode: "change_one", content: "New" }), "");
});

test("messages with widgets cannot be edited, and an edit cannot turn a message into a widget", async () => {
  const { hamlet } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(hamlet);
  assert.equal((await editAs(hamlet, message, "/poll Who?\nI")).result, "success");
  assert.deepEqual((await contentSeenBy(hamlet, message)).submessages, []);
  const poll = JSON.stringify({ widget_type: "poll", extra_data: { question: "Who?", options: [] } });
  await hamlet.callOrThrow("POST", "/submessage", { message_id: message, msg_type: "widget", content: poll });
  assert.deepEqual(refusal(await editAs(hamlet, message, "I")), refused("Widgets cannot be edited."));
});

test("an edit that contains the hash of the text seen by the client fails if the text has changed since then", async () => {
  const { hamlet } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(hamlet, { content: "T\u00f6 be \ud83d\udc7b" });
  const seen = sha256("T\u00f6 be \ud83d\udc7b");
  for (const wrong of ["", sha256("To be"), seen.toUpperCase(), `${seen} `]) {
    assert.deepEqual(refusal(await editAs(hamlet, message, "New", { prev_content_sha256: wrong })), MISMATCH);
  }
  assert.equal((await editAs(hamlet, message, "New", { prev_content_sha256: seen })).result, "success");
  assert.deepEqual(refusal(await editAs(hamlet, message, "Newer", { prev_content_sha256: seen })), MISMATCH);
});

test("mentions in an edited text require the same permissions as in a sent message", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, othello, cordelia, server, realmId } = realm;
  const channelId = await hamlet.createChannel("denmark", [hamlet, iago]);
  const groups = (await iago.callOrThrow("GET", "/user_groups")).user_groups;
  const members = groups.find(({ name }) => name === "role:administrators")!.id;
  await waitForSettled(realm, { can_mention_many_users_group: { new: members } });
  const message = await hamlet.sendToChannel("denmark");
  assert.equal((await editAs(hamlet, message, "@**all** @**topic**")).result, "success");
  await addBulkMembers(server.db, { realmId, channelId, size: 14 });
  assert.deepEqual(
    refusal(await editAs(hamlet, message, "again, @**all**")),
    refused(
      "You do not have permission to use channel wildcard mentions in this channel.",
      "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    ),
  );
  assert.equal((await editAs(hamlet, message, "again, @_**all**")).result, "success");
  assert.equal((await editAs(iago, await iago.sendToChannel("denmark"), "@**all**")).result, "success");

  const group = { name: "moors", description: "", members: [othello.id] };
  await iago.callOrThrow("POST", "/user_groups/create", {
    ...group,
    can_mention_group: { direct_members: [iago.id], direct_subgroups: [] },
  });
  for (const own of [message, await hamlet.sendDirectMessage(cordelia)]) {
    assert.deepEqual(
      refusal(await editAs(hamlet, own, "@*moors*")),
      refused("You are not allowed to mention user group 'moors'."),
    );
  }
  assert.equal((await contentSeenBy(hamlet, message, { apply_markdown: false })).content, "again, @_**all**");
});

test("an edit that mentions all participants of a large topic requires permission", async () => {
  const realm = await createTestOrganization();
  const { hamlet, server, realmId } = realm;
  const channelId = await hamlet.createChannel("denmark", [hamlet]);
  await waitForSettled(realm, { can_mention_many_users_group: { new: { direct_members: [], direct_subgroups: [] } } });
  const message = await hamlet.sendToChannel("denmark", { topic: "ghosts" });
  await addBulkMembers(server.db, { realmId, channelId, size: 15 });
  await server.db.pool.query(
    `insert into reaction (message_id, user_id, reaction_type, emoji_code, emoji_name)
     select $1, user_id, 'unicode_emoji', '1f47b', 'ghost' from subscription where channel_id = $2 and user_id <> $3`,
    [message, channelId, hamlet.id],
  );
  await server.db.pool.query("update message set has_reaction = true where id = $1", [message]);
  assert.deepEqual(
    refusal(await editAs(hamlet, message, "@**topic**")),
    refused(
      "You do not have permission to use topic wildcard mentions in this topic.",
      "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    ),
  );
  // The same text is accepted if the message moves to a new topic, which has no other participants.
  assert.equal((await editAs(hamlet, message, "@**topic**", { topic: "men" })).result, "success");
});

test("an invalid parameter is rejected with an error that names it", async () => {
  const { hamlet } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(hamlet);
  for (const [name, value] of [
    ["propagate_mode", "change_some"],
    ["stream_id", "denmark"],
    ["stream_id", "-1"],
    ["send_notification_to_new_thread", "perhaps"],
    ["send_notification_to_old_thread", "perhaps"],
  ]) {
    const { status, msg } = await editAs(hamlet, message, "New", { [name!]: value! });
    assert.equal(status, 400);
    assert.match(msg, new RegExp(name!));
  }
});
