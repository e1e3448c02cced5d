import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type Parameters, type TestUser, type TestOrganization } from "@parlance/testkit";
import { CHANGE_ALL, moveAs, onlyGroup, locationOf, WITHOUT_NOTICES, tryMove } from "./fixtures/move-messages.ts";

const NOBODY_GROUP = "role:nobody";

interface Stage extends TestOrganization {
  readonly from: number;
  readonly to: number;
  /** Changes a permission of the organization. */
  readonly realmGroup: (setting: string, value: unknown) => Promise<unknown>;
  readonly channelGroup: (channel: number, setting: string, value: unknown) => Promise<unknown>;
}

/**
 * Creates an organization in which no members have permission to move messages or to resolve topics, and two channels
 * with all users as subscribers.
 */
async function strict(): Promise<Stage> {
  const realm = await createTestOrganization();
  const { desdemona, iago, shiva, hamlet, othello, cordelia, polonius } = realm;
  const people = [desdemona, iago, shiva, hamlet, othello, cordelia, polonius];
  const from = await desdemona.createChannel("denmark", people, WITHOUT_NOTICES);
  const to = await desdemona.createChannel("norway", people, WITHOUT_NOTICES);
  const { user_groups } = await desdemona.callOrThrow("GET", "/user_groups");
  const groups = user_groups as { name: string; id: number }[];
  const idOf = (value: unknown) =>
    typeof value === "string" ? { new: groups.find(({ name }) => name === value)?.id } : value;
  const stage = {
    ...realm,
    from,
    to,
    realmGroup: (setting: string, value: unknown) =>
      desdemona.callOrThrow("PATCH", "/realm", { [setting]: idOf(value) }),
    channelGroup: (channel: number, setting: string, value: unknown) =>
      desdemona.callOrThrow("PATCH", `/streams/${channel}`, { [setting]: idOf(value) }),
  };
  for (const setting of [
    "can_move_messages_between_topics_group",
    "can_move_messages_between_channels_group",
    "can_resolve_topics_group",
  ]) {
    await stage.realmGroup(setting, NOBODY_GROUP);
  }
  return stage;
}

/**
 * For each user, creates a message by Desdemona and lets the user try to move it. Returns the error messages; an empty
 * text means success.
 */
async function outcomes(
  stage: Stage,
  people: readonly TestUser[],
  how: Parameters,
  topic = "castle",
): Promise<string[]> {
  const messages: string[] = [];
  for (const person of people) {
    const message = await stage.desdemona.sendToChannel(stage.from, { topic });
    messages.push((await tryMove(person, message, how)).msg);
  }
  return messages;
}

const NO_TOPIC_CHANGE = "You don't have permission to edit this message";
const NO_MOVE = "You don't have permission to move this message";
const NO_RESOLVING = "You don't have permission to resolve topics in this channel.";

test("by default all users can change and resolve topics, and members can move messages to other channels", async () => {
  const realm = await createTestOrganization();
  const { desdemona, hamlet, polonius } = realm;
  const from = await desdemona.createChannel("denmark", [desdemona, hamlet, polonius], WITHOUT_NOTICES);
  const to = await desdemona.createChannel("norway", [desdemona, hamlet, polonius], WITHOUT_NOTICES);
  const message = await desdemona.sendToChannel(from, { topic: "castle" });
  for (const person of [hamlet, polonius]) {
    await moveAs(person, message, { topic: "hall" });
    await moveAs(person, message, { topic: "✔ hall", ...CHANGE_ALL });
    await moveAs(person, message, { topic: "castle", ...CHANGE_ALL });
  }
  assert.equal((await tryMove(polonius, message, { stream_id: to })).msg, NO_MOVE);
  await moveAs(hamlet, message, { stream_id: to });
  assert.deepEqual(await locationOf(desdemona, message), [to, "castle"]);
});

test("changing a topic requires the organization's or a channel's permission, or administering a channel; for a move to another channel, either channel counts", async () => {
  const stage = await strict();
  const { from, to, iago, desdemona, shiva, hamlet, othello, cordelia, polonius, realmGroup, channelGroup } = stage;
  const rename = { topic: "hall" };
  const all = [iago, desdemona, shiva, hamlet, polonius];
  assert.deepEqual(await outcomes(stage, all, rename), ["", "", NO_TOPIC_CHANGE, NO_TOPIC_CHANGE, NO_TOPIC_CHANGE]);
  await realmGroup("can_move_messages_between_topics_group", onlyGroup(hamlet));
  await channelGroup(from, "can_move_messages_within_channel_group", onlyGroup(othello));
  await channelGroup(from, "can_administer_channel_group", onlyGroup(cordelia));
  const people = [hamlet, othello, cordelia, shiva];
  assert.deepEqual(await outcomes(stage, people, rename), ["", "", "", NO_TOPIC_CHANGE]);
  // For a move to another channel with a new topic, the permission in the new channel is sufficient as well.
  await realmGroup("can_move_messages_between_channels_group", "role:members");
  await channelGroup(to, "can_move_messages_within_channel_group", onlyGroup(shiva));
  const away = { stream_id: to, topic: "hall" };
  assert.deepEqual(await outcomes(stage, [shiva, othello, hamlet], away), ["", "", ""]);
  assert.deepEqual(await outcomes(stage, [shiva], rename), [NO_TOPIC_CHANGE]);
});

test("moving messages out of a channel requires the permission of the organization or of that channel, or administering that channel", async () => {
  const stage = await strict();
  const { from, to, iago, shiva, hamlet, othello, cordelia, polonius, realmGroup, channelGroup } = stage;
  const away = { stream_id: to };
  assert.deepEqual(await outcomes(stage, [iago, shiva, hamlet, polonius], away), ["", NO_MOVE, NO_MOVE, NO_MOVE]);
  await channelGroup(to, "can_move_messages_out_of_channel_group", onlyGroup(hamlet));
  await channelGroup(to, "can_administer_channel_group", onlyGroup(hamlet));
  assert.deepEqual(await outcomes(stage, [hamlet], away), [NO_MOVE]);
  await realmGroup("can_move_messages_between_channels_group", onlyGroup(hamlet));
  await channelGroup(from, "can_move_messages_out_of_channel_group", onlyGroup(othello));
  await channelGroup(from, "can_administer_channel_group", onlyGroup(cordelia));
  assert.deepEqual(await outcomes(stage, [hamlet, othello, cordelia, shiva], away), ["", "", "", NO_MOVE]);
  // A user who may only move messages between channels may keep the topic, but may not change it in the same request.
  const both = { stream_id: to, topic: "hall" };
  assert.deepEqual(await outcomes(stage, [hamlet, othello], both), ["", NO_TOPIC_CHANGE]);
});

test("resolving topics requires the permission for it in the organization or the channel, and no other permission is sufficient", async () => {
  const stage = await strict();
  const { from, iago, hamlet, othello, cordelia, realmGroup, channelGroup } = stage;
  await realmGroup("can_move_messages_between_topics_group", "role:everyone");
  const mark = { topic: "✔ castle" };
  assert.deepEqual(await outcomes(stage, [iago, hamlet], mark), [NO_RESOLVING, NO_RESOLVING]);
  assert.deepEqual(await outcomes(stage, [hamlet], { topic: "castle" }, "✔ castle"), [NO_RESOLVING]);
  await realmGroup("can_resolve_topics_group", onlyGroup(hamlet));
  await channelGroup(from, "can_resolve_topics_group", onlyGroup(othello));
  await realmGroup("can_move_messages_between_topics_group", NOBODY_GROUP);
  assert.deepEqual(await outcomes(stage, [hamlet, othello, cordelia], mark), ["", "", NO_RESOLVING]);
  assert.deepEqual(await outcomes(stage, [hamlet], { topic: "castle" }, "✔ castle"), [""]);
  assert.deepEqual(await outcomes(stage, [hamlet], { topic: "✔ hall" }), [NO_TOPIC_CHANGE]);
});

test("messages cannot be moved to channels in which the user cannot post, to archived channels, or to channels that the user cannot see", async () => {
  const stage = await strict();
  const { from, to, desdemona, iago, hamlet, othello, polonius, channelGroup, realmGroup } = stage;
  await realmGroup("can_move_messages_between_channels_group", "role:members");
  await channelGroup(from, "can_move_messages_out_of_channel_group", onlyGroup(polonius));
  await channelGroup(to, "can_send_message_group", onlyGroup(othello));
  assert.deepEqual(await outcomes(stage, [othello, hamlet], { stream_id: to }), ["", NO_MOVE]);
  const secret = await othello.createChannel("secret", [othello], { ...WITHOUT_NOTICES, invite_only: true });
  const open = await desdemona.createChannel("open", [desdemona], WITHOUT_NOTICES);
  const unseen = "Invalid channel ID";
  assert.deepEqual(await outcomes(stage, [othello, hamlet, iago], { stream_id: secret }), ["", unseen, unseen]);
  assert.deepEqual(await outcomes(stage, [hamlet, polonius], { stream_id: open }), ["", unseen]);
  assert.deepEqual(await outcomes(stage, [hamlet, iago], { stream_id: 999_999_999 }), [unseen, unseen]);
  await iago.callOrThrow("DELETE", `/streams/${open}`);
  assert.deepEqual(await outcomes(stage, [hamlet, iago], { stream_id: open }), [NO_MOVE, NO_MOVE]);
  const elsewhere = await createTestOrganization();
  const foreign = await elsewhere.hamlet.createChannel("foreign", [elsewhere.hamlet], WITHOUT_NOTICES);
  assert.deepEqual(await outcomes(stage, [hamlet], { stream_id: foreign }), [unseen]);
});

test("a rejected move changes nothing", async () => {
  const stage = await strict();
  const { desdemona, hamlet, from, to } = stage;
  const message = await desdemona.sendToChannel(from, { topic: "castle" });
  const client = await hamlet.registerQueue();
  for (const how of [{ topic: "hall" }, { stream_id: to }, { topic: "✔ castle", ...CHANGE_ALL }]) {
    const { status, code } = await tryMove(hamlet, message, { ...how, send_notification_to_new_thread: true });
    assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
  }
  assert.deepEqual(await locationOf(hamlet, message), [from, "castle"]);
  const after = await hamlet.registerQueue();
  assert.deepEqual(await client.eventsUpTo(after.lastEventId), []);
});
