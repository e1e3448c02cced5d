import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "@parlance/contract/entities/message.ts";
import {
  countStatements,
  createTestOrganization,
  seconds,
  backdateMessages,
  type Parameters,
  type TestUser,
} from "@parlance/testkit";
import { editAs, contentSeenBy } from "../fixtures/edit-messages.ts";

const page = async (person: TestUser, parameters: Parameters = {}) =>
  (
    await person.callOrThrow("GET", "/messages", {
      anchor: "newest",
      num_before: 20,
      allow_empty_topic_name: true,
      ...parameters,
    })
  )["messages"];

test("a message that was moved twice has its edit history and all other fields, whether it is fetched alone or in a list", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, host, server } = realm;
  const denmark = await hamlet.createChannel("denmark", [hamlet, othello]);
  const elsinore = await hamlet.createChannel("elsinore", [hamlet, othello]);
  const { rows } = await server.db.pool.query("select recipient_id from channel where id = $1", [elsinore]);
  const message = await hamlet.sendToChannel("denmark", { topic: "", content: "/todo Ghosts\nHoratio: a friend" });
  await othello.callOrThrow("POST", `/messages/${message}/reactions`, { emoji_name: "octopus" });
  const quiet = { send_notification_to_new_thread: false };
  await hamlet.callOrThrow("PATCH", `/messages/${message}`, { topic: "ghosts", stream_id: elsinore, ...quiet });
  await hamlet.callOrThrow("PATCH", `/messages/${message}`, { topic: "", ...quiet });

  const seen = await contentSeenBy(othello, message);
  const { timestamp, last_moved_timestamp: moved, avatar_url, submessages, ...rest } = seen;
  assert.ok(moved! >= timestamp);
  assert.match(String(avatar_url), /^https?:/);
  assert.equal(submessages.length, 1);
  const octopus = { emoji_name: "octopus", emoji_code: "1f419", reaction_type: "unicode_emoji", user_id: othello.id };
  assert.deepEqual(rest, {
    id: message,
    type: "stream",
    content: rest.content,
    content_type: "text/html",
    subject: "",
    topic_links: [],
    stream_id: elsinore,
    display_recipient: "elsinore",
    recipient_id: rows[0].recipient_id,
    sender_id: hamlet.id,
    sender_email: hamlet.email,
    sender_full_name: "King Hamlet",
    sender_realm_str: host.split(".")[0],
    client: "testkit",
    is_me_message: false,
    edit_history: [
      { user_id: hamlet.id, timestamp: moved, prev_topic: "ghosts", topic: "" },
      {
        user_id: hamlet.id,
        timestamp: rest.edit_history?.[1]?.timestamp,
        prev_topic: "",
        topic: "ghosts",
        prev_stream: denmark,
        stream: elsinore,
      },
    ],
    reactions: [octopus],
    flags: rest.flags,
  });
  const listed = await page(othello, { client_gravatar: false });
  assert.deepEqual(
    listed.filter(({ id }) => id === message),
    [seen],
  );
});

test("clients without support for empty topics receive a name for the topic, also in the edit history", async () => {
  const { hamlet } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet]);
  const message = await hamlet.sendToChannel("denmark", { topic: "" });
  const quiet = { send_notification_to_new_thread: false };
  await hamlet.callOrThrow("PATCH", `/messages/${message}`, { topic: "ghosts", ...quiet });
  await hamlet.callOrThrow("PATCH", `/messages/${message}`, { topic: "general chat", ...quiet });
  const topicsOf = (one: Pick<Message, "subject" | "edit_history">) => [
    one.subject,
    ...(one.edit_history ?? []).map(({ prev_topic, topic }) => [prev_topic, topic]),
  ];
  const known = ["", ["ghosts", ""], ["", "ghosts"]];
  const unknown = ["general chat", ["ghosts", "general chat"], ["general chat", "ghosts"]];
  assert.deepEqual(topicsOf(await contentSeenBy(hamlet, message)), known);
  assert.deepEqual(topicsOf(await contentSeenBy(hamlet, message, { allow_empty_topic_name: false })), unknown);
  const listed = async (allow: boolean) =>
    (await page(hamlet, { allow_empty_topic_name: allow })).filter(({ id }) => id === message);
  assert.deepEqual((await listed(true)).map(topicsOf), [known]);
  assert.deepEqual((await listed(false)).map(topicsOf), [unknown]);
});

test("resolving a topic is recorded in the edit history, but changes neither the time of the last edit nor that of the last move", async () => {
  const { iago, hamlet } = await createTestOrganization();
  await hamlet.createChannel("denmark", [iago, hamlet]);
  const message = await hamlet.sendToChannel("denmark", { topic: "ghosts" });
  await iago.callOrThrow("PATCH", `/messages/${message}`, { topic: "\u2714 ghosts", propagate_mode: "change_all" });
  const { last_edit_timestamp, last_moved_timestamp, edit_history } = await contentSeenBy(hamlet, message);
  assert.deepEqual([last_edit_timestamp, last_moved_timestamp], [undefined, undefined]);
  assert.equal(edit_history?.length, 1);
});

test("a message's timestamps are those of its last edit and its last move, even if other changes followed", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  await hamlet.createChannel("denmark", [hamlet]);
  const message = await hamlet.sendToChannel("denmark", { topic: "ghosts" });
  await backdateMessages(realm, [message], seconds(60));
  await editAs(hamlet, message, "New");
  await realm.server.db.pool.query(
    "update message_edit set edited_at = edited_at - interval '30 s' where message_id = $1",
    [message],
  );
  await realm.server.db.pool.query("update message set edited_at = edited_at - interval '30 s' where id = $1", [
    message,
  ]);
  await hamlet.callOrThrow("PATCH", `/messages/${message}`, { topic: "men" });
  const {
    timestamp,
    last_edit_timestamp: edited,
    last_moved_timestamp: moved,
    edit_history,
  } = await contentSeenBy(hamlet, message);
  assert.deepEqual(
    edit_history?.map((entry) => entry.timestamp),
    [moved, edited],
  );
  assert.ok(timestamp < edited! && edited! < moved!);
});

test("fetching a page of messages executes the same number of statements whether or not any message was edited", async () => {
  const { hamlet, othello, server } = await createTestOrganization();
  const ids: number[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await hamlet.sendDirectMessage(othello));
  const work = () => countStatements(server.db.pool, () => page(othello));
  const before = await work();
  for (const id of ids) for (const text of ["a", "b"]) await editAs(hamlet, id, text);
  const after = await work();
  assert.deepEqual(after, before);
  assert.deepEqual(
    (await page(othello)).map((message) => message.edit_history?.length),
    [2, 2, 2, 2, 2],
  );
});
