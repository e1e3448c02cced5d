import assert from "node:assert/strict";
import { test } from "node:test";
import { backdateMessages, createTestOrganization, seconds, watchEvents, type Narrow } from "@parlance/testkit";
import { indexNextMessages } from "#search/actions/index-next-messages.ts";
import { linkTo, uploadAs } from "#modules/messages/uploads/fixtures/upload-files.ts";
import {
  editAs,
  flagsSeenBy,
  contentSeenBy,
  waitForSettled,
  flagsInEvents,
  updateEvents,
} from "./fixtures/edit-messages.ts";

const leaves = { subscriptions: ["denmark"] };

test("every user who has a message receives an event with its old and new text when it is edited", async () => {
  const { hamlet, othello, cordelia, polonius } = await createTestOrganization();
  const channel = await hamlet.createChannel("denmark", [hamlet, othello]);
  const message = await hamlet.sendToChannel("denmark", { topic: "soliloquy", content: "To be", read_by_sender: true });
  const [toHamlet, toOthello, toCordelia, toPolonius] = await watchEvents([hamlet, othello, cordelia, polonius], () =>
    hamlet.callOrThrow("PATCH", `/messages/${message}`, { content: "  /me *is*  \n" }).then((answer) => {
      assert.deepEqual(answer["detached_uploads"], []);
    }),
  );
  const [update] = updateEvents(toOthello);
  const { id: _, edit_timestamp: at, ...event } = update!;
  assert.deepEqual(event, {
    type: "update_message",
    user_id: hamlet.id,
    rendering_only: false,
    message_id: message,
    message_ids: [message],
    flags: [],
    stream_id: channel,
    stream_name: "denmark",
    orig_content: "To be",
    orig_rendered_content: "<p>To be</p>",
    content: "  /me *is*",
    rendered_content: "<p>/me <em>is</em></p>",
    is_me_message: false,
  });
  assert.deepEqual(flagsInEvents(toHamlet), [["read"]]);
  assert.deepEqual([toCordelia, toPolonius], [[], []]);

  const now = await contentSeenBy(othello, message);
  assert.deepEqual(
    [now.content, now.last_edit_timestamp, now.last_moved_timestamp],
    [event["rendered_content"], at, undefined],
  );
  assert.deepEqual(now.edit_history, [
    { user_id: hamlet.id, timestamp: at, prev_content: "To be", prev_rendered_content: "<p>To be</p>" },
  ]);
});

test("when a direct message is edited, only the members of its conversation receive an event", async () => {
  const { iago, hamlet, othello, cordelia } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage([othello, cordelia], { content: "To be" });
  const [toCordelia, toIago] = await watchEvents([cordelia, iago], () => editAs(hamlet, message, "/me is"));
  const [update] = updateEvents(toCordelia);
  assert.deepEqual(
    [update?.["is_me_message"], update?.["stream_id"], update?.["stream_name"]],
    [true, undefined, undefined],
  );
  assert.deepEqual(toIago, []);
});

test("former subscribers receive events about edits of messages they received in a public channel, unless they are guests; former subscribers of a private channel do not", async () => {
  const { hamlet, othello, cordelia, polonius } = await createTestOrganization();
  for (const [name, isPrivate, notifiedCount] of [
    ["denmark", false, 1],
    ["elsinore", true, 0],
  ] as const) {
    await hamlet.createChannel(name, [hamlet, othello, polonius], { invite_only: isPrivate });
    const message = await hamlet.sendToChannel(name);
    for (const person of [othello, polonius]) {
      await person.callOrThrow("DELETE", "/users/me/subscriptions", { ...leaves, subscriptions: [name] });
    }
    const received = await watchEvents([othello, polonius, cordelia], () => editAs(hamlet, message, "@**Othello**"));
    assert.deepEqual(
      received.map((events) => updateEvents(events).length),
      [notifiedCount, 0, 0],
      name,
    );
  }
});

test("in a channel with protected history, users subscribed after a message was sent receive no event about its edit, even if the edit mentions them", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const channel = { invite_only: true, history_public_to_subscribers: false };
  await hamlet.createChannel("denmark", [hamlet, othello], channel);
  const message = await hamlet.sendToChannel("denmark");
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "denmark" }],
    principals: [cordelia.id],
  });
  const [toOthello, toCordelia] = await watchEvents([othello, cordelia], () =>
    editAs(hamlet, message, "@**Cordelia** @**Othello** @**all**"),
  );
  assert.deepEqual(flagsInEvents(toOthello), [["mentioned", "stream_wildcard_mentioned", "wildcard_mentioned"]]);
  assert.deepEqual(toCordelia, []);
});

test("an edit that adds or removes a mention changes the flags of the mentioned users", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, othello, cordelia } = realm;
  await hamlet.createChannel("denmark", [hamlet, othello, cordelia]);
  await iago.callOrThrow("POST", "/user_groups/create", { name: "moors", description: "", members: [othello.id] });
  const message = await hamlet.sendToChannel("denmark", { content: "@**Cordelia**" });
  await othello.callOrThrow("POST", "/messages/flags", { messages: [message], op: "add", flag: "starred" });
  const steps: [content: string, othello: string[], cordelia: string[]][] = [
    ["@**Othello**", ["mentioned", "starred"], []],
    ["@*moors*", ["mentioned", "starred"], []],
    ["@_**Othello** @_*moors*", ["starred"], []],
    [
      "@**all**",
      ["starred", "stream_wildcard_mentioned", "wildcard_mentioned"],
      ["stream_wildcard_mentioned", "wildcard_mentioned"],
    ],
    ["@**Cordelia**", ["starred"], ["mentioned"]],
    ["nobody", ["starred"], []],
  ];
  for (const [content, ofOthello, ofCordelia] of steps) {
    const received = await watchEvents([othello, cordelia], () => editAs(hamlet, message, content));
    assert.deepEqual(received.map(flagsInEvents), [[ofOthello], [ofCordelia]], content);
    assert.deepEqual(
      [await flagsSeenBy(othello, message), await flagsSeenBy(cordelia, message)],
      [ofOthello, ofCordelia],
    );
  }
});

test("in a muted topic, an edit that adds `@all` does not count as an unread mention, but one that mentions the user by name does", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const stream_id = await hamlet.createChannel("denmark", [hamlet, othello]);
  await othello.callOrThrow("POST", "/user_topics", { stream_id, topic: "ghosts", visibility_policy: 1 });
  const message = await hamlet.sendToChannel("denmark", { topic: "ghosts" });
  const direct = await hamlet.sendDirectMessage([othello, cordelia]);
  const mentions = async () => (await othello.registerQueue()).state["unread_msgs"].mentions;
  const steps: [content: string, mentions: number[]][] = [
    ["@**all**", []],
    ["@**all** @**Othello**", [message, direct]],
    ["nobody", []],
  ];
  for (const [content, unread] of steps) {
    await watchEvents([othello], () =>
      Promise.all([editAs(hamlet, message, content), editAs(hamlet, direct, content)]),
    );
    assert.deepEqual(await mentions(), unread, content);
  }
});

test("an edit that adds `@topic` mentions the subscribers who sent or reacted to messages in the topic", async () => {
  const { hamlet, othello, cordelia, iago } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello, cordelia]);
  await othello.sendToChannel("denmark", { topic: "Ghosts" });
  await iago.sendToChannel("denmark", { topic: "ghosts" });
  const message = await hamlet.sendToChannel("denmark", { topic: "ghosts" });
  const received = await watchEvents([othello, cordelia, iago], () => editAs(hamlet, message, "@**topic**"));
  assert.deepEqual(received.map(flagsInEvents), [[["topic_wildcard_mentioned", "wildcard_mentioned"]], [[]], []]);
  const [toOthello] = await watchEvents([othello], () => editAs(hamlet, message, "topic"));
  assert.deepEqual(flagsInEvents(toOthello), [[]]);
});

test("users and bots who did not receive a message are not mentioned by an edit of it, and receive no event unless they have subscribed since then", async () => {
  const { hamlet, othello, cordelia, bot } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet]);
  const message = await hamlet.sendToChannel("denmark");
  await othello.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "denmark" }] });
  const received = await watchEvents([othello, cordelia, bot], () =>
    editAs(hamlet, message, "@**Othello** @**Cordelia** @**Helper** @**all**"),
  );
  assert.deepEqual(received.map(flagsInEvents), [[["read"]], [], []]);
  assert.deepEqual(await flagsSeenBy(cordelia, message), ["historical", "read"]);
});

test("a bot that received a message because of a mention still receives events about it after an edit removes the mention", async () => {
  const { hamlet, bot } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet]);
  const message = await hamlet.sendToChannel("denmark", { content: "@**Helper**" });
  const [toBot] = await watchEvents([bot], async () => {
    await editAs(hamlet, message, "never mind");
    await editAs(hamlet, message, "do mind, @**Helper**");
  });
  assert.deepEqual(flagsInEvents(toBot), [["read"], ["mentioned", "read"]]);
});

test("an edit updates the alert word flags of all users who received the message, even if they have unsubscribed since then", async () => {
  const { hamlet, othello, cordelia, iago } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello, cordelia]);
  for (const person of [othello, cordelia, iago]) {
    await person.callOrThrow("POST", "/users/me/alert_words", { alert_words: ["ghost"] });
  }
  const message = await hamlet.sendToChannel("denmark", { content: "A Ghost" });
  await cordelia.callOrThrow("DELETE", "/users/me/subscriptions", leaves);
  const without = await watchEvents([othello, cordelia, iago], () => editAs(hamlet, message, "A man"));
  assert.deepEqual(without.map(flagsInEvents), [[[]], [["read"]], []]);
  const alerted = await watchEvents([othello, cordelia, iago], () => editAs(hamlet, message, "ghost!"));
  assert.deepEqual(alerted.map(flagsInEvents), [[["has_alert_word"]], [["has_alert_word", "read"]], []]);
  assert.deepEqual(await flagsSeenBy(iago, message), ["historical", "read"]);
});

test("an edit that adds `@all` does not mention a user who was subscribed after the message was sent, even if he or she has marked it as unread", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet]);
  const message = await hamlet.sendToChannel("denmark");
  await othello.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "denmark" }] });
  await othello.callOrThrow("POST", "/messages/flags", { messages: [message], op: "remove", flag: "read" });
  const [toOthello] = await watchEvents([othello], () => editAs(hamlet, message, "@**all** @**Othello**"));
  assert.deepEqual(flagsInEvents(toOthello), [["historical", "mentioned"]]);
});

test("search and filters find a message by its edited content only", async () => {
  const { hamlet, server, realmId } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet]);
  const message = await hamlet.sendToChannel("denmark", { content: "see https://a.example/x.png" });
  const matching = async (narrow: Narrow) =>
    (await hamlet.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 9, narrow })).messages.length;
  const found = (operand: string) => matching([["has", operand]]);
  const findByWord = (words: string) => matching([["search", words]]);
  assert.deepEqual([await found("link"), await found("image")], [1, 1]);
  await server.db.write((tx) => indexNextMessages(tx, realmId));
  await editAs(hamlet, message, "nothing to behold");
  assert.deepEqual([await findByWord("see"), await findByWord("behold")], [0, 1]);
  assert.deepEqual([await found("link"), await found("image")], [0, 0]);
  const has = async () => [await found("link"), await found("image"), await found("attachment")];
  await editAs(hamlet, message, "[file](/user_uploads/1/a/b.txt)");
  assert.deepEqual(await has(), [1, 0, 0], "there is no such file");
  await editAs(hamlet, message, linkTo(await uploadAs(hamlet, "words")));
  assert.deepEqual(await has(), [1, 0, 1]);
});

test('an edit to empty content stores "(deleted)", and too long content is truncated', async () => {
  const { hamlet } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(hamlet);
  const source = async () => (await hamlet.callOrThrow("GET", `/messages/${message}`))["raw_content"];
  for (const content of ["", " \n\t "]) {
    await hamlet.callOrThrow("PATCH", `/messages/${message}`, { content });
    assert.equal(await source(), "(deleted)");
    await editAs(hamlet, message, "something");
  }
  await editAs(hamlet, message, `\n\n${"é".repeat(10_000)}\n`);
  assert.equal(await source(), "é".repeat(10_000));
  await editAs(hamlet, message, "𝔞".repeat(10_001));
  const mark = "\n[message truncated]";
  assert.equal(await source(), "𝔞".repeat(10_000 - mark.length) + mark);
});

test("an edit that does not change the text emits no event and is not recorded in the edit history", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage(othello, { content: "To be" });
  const received = await watchEvents([hamlet, othello], () =>
    hamlet.callOrThrow("PATCH", `/messages/${message}`, { content: "To be \n" }),
  );
  assert.deepEqual(received, [[], []]);
  const { last_edit_timestamp, edit_history } = await contentSeenBy(othello, message);
  assert.deepEqual([last_edit_timestamp, edit_history], [undefined, undefined]);
});

test("a message can be edited until 20 seconds after the organization's time limit, or at any time if there is no limit", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const message = await hamlet.sendDirectMessage(hamlet);
  const late = "The time limit for editing this message has passed";
  let version = 0;
  const answer = async (age: number) => {
    await backdateMessages(realm, [message], seconds(age));
    return (await editAs(hamlet, message, `version ${(version += 1)}`)).msg;
  };
  assert.deepEqual([await answer(605), await answer(621)], ["", late]);
  await waitForSettled(realm, { message_content_edit_limit_seconds: 3600 });
  assert.deepEqual([await answer(3605), await answer(3621)], ["", late]);
  await waitForSettled(realm, { message_content_edit_limit_seconds: "unlimited" });
  assert.equal(await answer(1e9), "");
});

test("an edit and a move in one request are one event, and `@topic` mentions the participants of the new topic", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const stream_id = await hamlet.createChannel("denmark", [hamlet, othello, cordelia]);
  await othello.sendToChannel("denmark", { topic: "ghosts" });
  await cordelia.sendToChannel("denmark", { topic: "men" });
  const message = await hamlet.sendToChannel("denmark", { topic: "ghosts", content: "Ghosts" });
  const quiet = { send_notification_to_new_thread: false };
  const [toOthello, toCordelia] = await watchEvents([othello, cordelia], () =>
    editAs(hamlet, message, "@**topic**", { topic: "men", ...quiet }),
  );
  const [update, ...more] = updateEvents(toOthello);
  assert.deepEqual(more, []);
  const { stream_id: channel, orig_subject, subject, orig_content, propagate_mode, message_ids } = update!;
  assert.deepEqual(
    { channel, orig_subject, subject, orig_content, propagate_mode, message_ids },
    {
      channel: stream_id,
      orig_subject: "ghosts",
      subject: "men",
      orig_content: "Ghosts",
      propagate_mode: "change_one",
      message_ids: [message],
    },
  );
  assert.match(String(update?.content), /topic/);
  assert.deepEqual(
    [flagsInEvents(toOthello), flagsInEvents(toCordelia)],
    [[[]], [["topic_wildcard_mentioned", "wildcard_mentioned"]]],
  );

  const [moved] = await watchEvents([othello], () =>
    editAs(hamlet, message, "@**topic**", { topic: "ghosts", ...quiet }),
  );
  assert.deepEqual(
    updateEvents(moved).map(({ content, subject: topic }) => [content, topic]),
    [[undefined, "ghosts"]],
  );
});

test("a request that moves several messages edits the text of only one of them", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  const [first, second, third] = [
    await hamlet.sendToChannel("denmark", { topic: "ghosts", content: "1" }),
    await othello.sendToChannel("denmark", { topic: "Ghosts", content: "2" }),
    await hamlet.sendToChannel("denmark", { topic: "ghosts", content: "3" }),
  ] as const;
  const more = { topic: "men", propagate_mode: "change_all", send_notification_to_new_thread: false };
  const [events] = await watchEvents([othello], () => editAs(hamlet, third, "4", more));
  assert.deepEqual(
    updateEvents(events).map(({ message_id, message_ids, content }) => [message_id, message_ids, content]),
    [[third, [first, second, third], "4"]],
  );
  const shown = await Promise.all(
    [first, second, third].map((id) => contentSeenBy(othello, id, { apply_markdown: false })),
  );
  assert.deepEqual(
    shown.map(({ content, subject, last_edit_timestamp }) => [content, subject, last_edit_timestamp !== undefined]),
    [
      ["1", "men", false],
      ["2", "men", false],
      ["4", "men", true],
    ],
  );
});
