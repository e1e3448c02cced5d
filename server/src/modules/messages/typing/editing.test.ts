import assert from "node:assert/strict";
import { test } from "node:test";
import { backdateMessages, hours, createTestOrganization, type TestUser, watchEvents } from "@parlance/testkit";

const quiet = { send_new_subscription_messages: false };
const edits = (person: TestUser, id: number, op: "start" | "stop" = "start") =>
  person.post(`/messages/${id}/typing`, { op });

test("the members of a direct message conversation receive an event while a user edits a message in it", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const id = await hamlet.sendDirectMessage(othello);
  const received = await watchEvents([hamlet, othello, cordelia], async () => {
    await edits(hamlet, id);
    await edits(hamlet, id, "stop");
  });
  const user_ids = [hamlet.id, othello.id].sort((a, b) => a - b);
  const event = { type: "typing_edit_message", sender_id: hamlet.id, message_id: id };
  const expected = ["start", "stop"].map((op) => ({ ...event, op, recipient: { type: "direct", user_ids } }));
  const plain = received.map((events) => events.map(({ id: _, ...rest }) => rest));
  assert.deepEqual(plain, [expected, expected, []]);
});

test("subscribers of a channel who can see a message receive an event while its sender edits it", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  for (const shared of [true, false]) {
    const channel = await hamlet.createChannel(`elsinore ${shared}`, [hamlet, othello], {
      invite_only: true,
      history_public_to_subscribers: shared,
      ...quiet,
    });
    const id = await hamlet.sendToChannel(channel, { topic: "walls" });
    await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
      subscriptions: [{ name: `elsinore ${shared}` }],
      principals: [cordelia.id],
      ...quiet,
    });
    const [toOthello, toCordelia] = await watchEvents([othello, cordelia], () => edits(hamlet, id));
    const recipient = { type: "channel", channel_id: channel, topic: "walls" };
    assert.deepEqual(
      toOthello?.map((event) => event.recipient),
      [recipient],
    );
    assert.equal(toCordelia?.length, shared ? 1 : 0);
  }
});

test("the request fails if the user may not edit the message or has disabled sending typing notifications", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, desdemona } = realm;
  const channel = await hamlet.createChannel("elsinore", [hamlet, othello], quiet);
  const [inChannel, direct] = [await hamlet.sendToChannel(channel), await hamlet.sendDirectMessage(othello)];
  const hidden = await othello.sendDirectMessage(desdemona);
  const notifyTyping = async (person: TestUser, id: number) => {
    const { status, code, msg } = await edits(person, id);
    assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
    return msg;
  };
  assert.equal(await notifyTyping(hamlet, hidden), "Invalid message(s)");
  assert.equal(await notifyTyping(hamlet, 10 ** 15), "Invalid message(s)");
  assert.equal(await notifyTyping(othello, inChannel), "You don't have permission to edit this message");
  await hamlet.callOrThrow("PATCH", "/settings", { send_stream_typing_notifications: false });
  assert.equal(await notifyTyping(hamlet, inChannel), "User has disabled typing notifications for stream messages");
  assert.equal((await edits(hamlet, direct)).result, "success");
  await hamlet.callOrThrow("PATCH", "/settings", { send_private_typing_notifications: false });
  assert.equal(await notifyTyping(hamlet, direct), "User has disabled typing notifications for direct messages");
  await backdateMessages(realm, [direct], hours(1));
  assert.equal(await notifyTyping(hamlet, direct), "The time limit for editing this message has passed");
  await desdemona.callOrThrow("PATCH", "/realm", { allow_message_editing: false });
  assert.equal(await notifyTyping(hamlet, direct), "Your organization has turned off message editing");
});
