import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { clock, createTestOrganization, seconds, untilTransactionsBlocked, watchEvents } from "@parlance/testkit";
import { MAX_DELETE_BATCH } from "./actions/delete-messages.ts";
import {
  deleteTopicAs,
  deletedInEvents,
  deletedIds,
  unsubscribe,
  topicIds,
  waitForMessageLock,
  insertManyMessages,
} from "./fixtures/delete-messages.ts";

test("an administrator deletes all messages of a topic, in any capitalization of its name, and no messages of other topics", async () => {
  const { iago, hamlet, othello, cordelia, polonius } = await createTestOrganization();
  const channel = await hamlet.createChannel("open", [hamlet, othello, polonius]);
  const first = await hamlet.sendToChannel("open", { topic: "Ghost" });
  const other = await hamlet.sendToChannel("open", { topic: "ghosts" });
  const second = await othello.sendToChannel("open", { topic: "ghost" });
  const empty = await othello.sendToChannel("open", { topic: "" });
  const elsewhere = await hamlet.createChannel("elsewhere", [hamlet]);
  const same = await hamlet.sendToChannel("elsewhere", { topic: "ghost" });
  await unsubscribe(othello, "open");
  const people = [hamlet, othello, polonius, iago, cordelia];
  const all = await watchEvents(people, async () => {
    assert.equal((await deleteTopicAs(iago, channel, "GHOST"))["complete"], true);
  });
  const both = [first, second];
  assert.deepEqual(all.map(deletedIds), [both, both, both, both, []]);
  const [{ id: _, ...event } = { id: 0 }] = deletedInEvents(all[0]);
  const place = { type: "delete_message", message_type: "stream", stream_id: channel };
  assert.deepEqual(event, { ...place, topic: "ghost", message_ids: [first, second] });
  assert.deepEqual(await topicIds(hamlet, channel, "ghost"), []);
  assert.deepEqual(await topicIds(hamlet, channel, "ghosts"), [other]);
  assert.deepEqual(await topicIds(hamlet, elsewhere, "ghost"), [same]);

  assert.equal((await deleteTopicAs(iago, channel, "general chat"))["complete"], true);
  assert.equal((await hamlet.get(`/messages/${empty}`)).result, "error");
  const { entries } = await iago.callOrThrow("GET", "/audit_log", { act: "channel.topic_deleted" });
  assert.equal(entries.length, 2);
  const { actor_id, target_id, before } = entries[1]!;
  assert.deepEqual(
    { actor_id, target_id, before },
    {
      actor_id: iago.id,
      target_id: channel,
      before: { topic: "ghost", messages: 2, first_message_id: first, last_message_id: second },
    },
  );
});

test("the audit log does not show administrators the topic's name when a topic of a private channel was deleted", async () => {
  const { desdemona, iago } = await createTestOrganization();
  const channel = await desdemona.createChannel("closet", [desdemona], { invite_only: true });
  const id = await desdemona.sendToChannel(channel, { topic: "ghost" });
  await deleteTopicAs(desdemona, channel, "ghost");
  const { entries } = await iago.callOrThrow("GET", "/audit_log", { act: "channel.topic_deleted" });
  assert.deepEqual(
    entries.map(({ target_id, before }) => [target_id, before]),
    [[channel, { messages: 1, first_message_id: id, last_message_id: id }]],
  );
});

test("deleting a topic that has no messages succeeds, and an invalid or missing topic name is rejected", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const channel = await hamlet.createChannel("open", [hamlet]);
  const [events] = await watchEvents([hamlet], async () => {
    assert.equal((await deleteTopicAs(iago, channel, "ghost"))["complete"], true);
  });
  assert.deepEqual(events, []);
  const { code, msg } = await deleteTopicAs(iago, channel, "gh\u0000st");
  assert.deepEqual([code, msg], ["BAD_REQUEST", "Invalid character in topic, at position 3!"]);
  const missing = await iago.call("POST", `/streams/${channel}/delete_topic`);
  assert.deepEqual([missing.code, missing.msg], ["REQUEST_VARIABLE_MISSING", "Missing 'topic_name' argument"]);
});

test("only administrators can delete topics, even if a setting lets other users delete any message", async () => {
  const { desdemona, shiva, hamlet } = await createTestOrganization();
  const channel = await hamlet.createChannel("open", [hamlet, shiva]);
  const message = await hamlet.sendToChannel("open", { topic: "ghost" });
  const directMembers = { direct_members: [hamlet.id, shiva.id], direct_subgroups: [] };
  await desdemona.callOrThrow("PATCH", "/realm", { can_delete_any_message_group: { new: directMembers } });
  for (const person of [shiva, hamlet]) {
    const { status, code, msg } = await deleteTopicAs(person, channel, "ghost");
    assert.deepEqual([status, code, msg], [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
  }
  assert.deepEqual(await topicIds(hamlet, channel, "ghost"), [message]);
});

test("when administrators delete a topic, messages that they cannot read are not deleted, and topics of archived channels cannot be deleted", async () => {
  const { iago, desdemona, hamlet } = await createTestOrganization();
  const secret = await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const archive = await hamlet.createChannel("archive", [hamlet, iago]);
  const guarded = await hamlet.createChannel("protected", [hamlet], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const channels = [secret, archive, guarded];
  const early: number[] = [];
  for (const channel of channels) early.push(await hamlet.sendToChannel(channel, { topic: "ghost" }));
  await desdemona.callOrThrow("DELETE", `/streams/${archive}`);
  for (const channel of [secret, archive, 2 ** 31 - 1]) {
    const { status, code, msg } = await deleteTopicAs(iago, channel, "ghost");
    assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Invalid channel ID"]);
  }
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "protected" }],
    principals: [iago.id],
  });
  const late = await hamlet.sendToChannel(guarded, { topic: "ghost" });
  const all = await watchEvents([hamlet, iago], async () => {
    assert.equal((await deleteTopicAs(iago, guarded, "ghost"))["complete"], true);
  });
  assert.deepEqual(all.map(deletedIds), [[late], [late]]);
  for (const [place, channel] of channels.entries()) {
    assert.deepEqual(await topicIds(hamlet, channel, "ghost"), [early[place]]);
  }
});

test("a topic that a user has muted is still muted after all its messages were deleted", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  const channel = await hamlet.createChannel("open", [hamlet, othello]);
  await hamlet.sendToChannel("open", { topic: "ghost" });
  await othello.callOrThrow("POST", "/user_topics", { stream_id: channel, topic: "ghost", visibility_policy: 1 });
  const [events] = await watchEvents([othello], () => deleteTopicAs(iago, channel, "ghost"));
  assert.deepEqual(
    events?.filter(({ type }) => type === "user_topic"),
    [],
  );
  const { state } = await othello.registerQueue();
  assert.deepEqual(
    state["user_topics"].map(({ topic_name, visibility_policy }: Record<string, unknown>) => [
      topic_name,
      visibility_policy,
    ]),
    [["ghost", 1]],
  );
});

test("a long topic is deleted in batches, newest first, and repeating the request continues a deletion that ran out of time", async () => {
  const { iago, hamlet, othello, server } = await createTestOrganization();
  const channel = await hamlet.createChannel("open", [hamlet, othello]);
  const ids = await insertManyMessages(hamlet, channel, "ghost", MAX_DELETE_BATCH + 5);
  const [events] = await watchEvents([othello], async () => {
    let deleting: ReturnType<typeof deleteTopicAs> | undefined;
    await server.db.write(async (tx) => {
      await sql`select from message where id = ${ids.at(-1)} for update`.execute(tx);
      deleting = deleteTopicAs(iago, channel, "ghost");
      await waitForMessageLock(server, 1);
      clock.tick(seconds(50));
      // Setting the wall clock back during the request does not extend the request's time limit.
      clock.shiftWallClock(-seconds(50));
    });
    assert.deepEqual((await deleting)?.["complete"], false);
    assert.deepEqual(await topicIds(othello, channel, "ghost"), ids.slice(0, 5));
    assert.equal((await deleteTopicAs(iago, channel, "ghost"))["complete"], true);
  });
  assert.deepEqual(
    deletedInEvents(events).map(({ message_ids }) => message_ids),
    [ids.slice(5), ids.slice(0, 5)],
  );
});

test("a message that is moved to another topic while its topic is being deleted is not deleted", async () => {
  const { iago, hamlet, server } = await createTestOrganization();
  const channel = await hamlet.createChannel("open", [hamlet]);
  const [first, second, third] = await insertManyMessages(hamlet, channel, "ghost", 3);
  let deleting: ReturnType<typeof deleteTopicAs> | undefined;
  await server.db.write(async (tx) => {
    await sql`update message set topic = 'castle', topic_key = 'castle' where id = ${second}`.execute(tx);
    deleting = deleteTopicAs(iago, channel, "ghost");
    await waitForMessageLock(server, 1);
  });
  assert.equal((await deleting)?.["complete"], true);
  assert.deepEqual(await topicIds(hamlet, channel, "castle"), [second]);
  for (const id of [first, third]) assert.equal((await hamlet.get(`/messages/${id}`)).result, "error");
});

test("while a topic is being deleted, users can send and fetch messages, and messages that they send to the topic are not deleted", async () => {
  const { iago, hamlet, othello, server } = await createTestOrganization();
  const channel = await hamlet.createChannel("open", [hamlet, othello]);
  const ids = await insertManyMessages(hamlet, channel, "ghost", 3);
  let deleting: ReturnType<typeof deleteTopicAs> | undefined;
  let late = 0;
  const undo = new Error("nothing else was deleted");
  const [events] = await watchEvents([othello], async () => {
    await server.db
      .write(async (tx) => {
        await sql`
          insert into deleted_message (id, realm_id, deleted_at, deleter_id, content)
          select id, realm_id, now(), sender_id, '{}' from message where id = ${ids[1]}`.execute(tx);
        deleting = deleteTopicAs(iago, channel, "ghost");
        await untilTransactionsBlocked(server, 1, "insert into deleted_message");
        late = await othello.sendToChannel(channel, { topic: "ghost" });
        assert.deepEqual(await topicIds(othello, channel, "ghost"), [...ids, late]);
        throw undo;
      })
      .catch((error: unknown) => assert.equal(error, undo));
    assert.equal((await deleting)?.["complete"], true);
  });
  assert.deepEqual(deletedIds(events), ids);
  assert.deepEqual(await topicIds(othello, channel, "ghost"), [late]);
});
