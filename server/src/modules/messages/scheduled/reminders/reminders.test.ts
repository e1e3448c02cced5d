import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  clock,
  hours,
  minutes,
  createTestOrganization,
  startServer,
  watchEvents,
  type TestUser,
} from "@parlance/testkit";
import {
  advanceOneHour,
  createDeliverer,
  deliverDue,
  secondsFromNow,
  newestMessageSeenBy,
  remindersOf,
  schedule,
  scheduledMessagesSeenBy,
} from "../fixtures/schedule-messages.ts";

async function remind(person: TestUser, message: number, note?: string): Promise<number> {
  const answer = await person.callOrThrow("POST", "/reminders", {
    message_id: message,
    scheduled_delivery_timestamp: secondsFromNow(hours(1)),
    ...(note !== undefined && { note }),
  });
  return answer.reminder_id;
}

test("when a reminder is due, the notification bot sends a message with a quote of the message and a link to it", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const channel = await hamlet.createChannel("elsinore", [hamlet, othello]);
  const message = await othello.sendToChannel(channel, {
    topic: "play",
    content: "The play's the thing\n```\ncode\n```",
  });
  const text = [
    `You requested a reminder for #**elsinore>play@${message}**.`,
    "Note:",
    "```quote\nAsk him\n```",
    `@_**Othello|${othello.id}** [said](http://${realm.host}/#narrow/channel/${channel}-elsinore/topic/play/near/${message}):\n` +
      "````quote\nThe play's the thing\n```\ncode\n```\n````",
  ].join("\n\n");

  const [set, others] = await watchEvents([hamlet, othello], () => remind(hamlet, message, " Ask him "));

  const [reminder] = await remindersOf(hamlet);
  assert.deepEqual(reminder, {
    reminder_id: reminder?.reminder_id,
    type: "private",
    to: [hamlet.id],
    content: text,
    rendered_content: reminder?.rendered_content,
    scheduled_delivery_timestamp: reminder?.scheduled_delivery_timestamp,
    failed: false,
    reminder_target_message_id: message,
  });
  assert.match(reminder?.rendered_content ?? "", /<a class="message-link"[^>]*>#elsinore &gt; play @ 💬<\/a>/);
  assert.deepEqual(
    set?.map(({ type, op, reminders }) => [type, op, reminders]),
    [["reminders", "add", [reminder]]],
  );
  assert.deepEqual(others, []);
  assert.deepEqual(await scheduledMessagesSeenBy(hamlet), [], "no scheduled message");

  advanceOneHour();
  const [delivered, toOthello] = await watchEvents([hamlet, othello], () => deliverDue(realm));

  assert.deepEqual(
    delivered?.map(({ type, op }) => [type, op]),
    [
      ["message", undefined],
      ["reminders", "remove"],
    ],
  );
  assert.deepEqual(toOthello, []);
  const [sent] = (await newestMessageSeenBy(hamlet)).slice(-1);
  assert.deepEqual([sent?.sender_full_name, sent?.content], ["Notification Bot", text]);
  assert.ok(!sent?.flags.includes("read"));
  assert.deepEqual(await remindersOf(hamlet), []);
});

test("the text of a reminder describes direct messages, polls and to-do lists as such", async () => {
  const { hamlet, othello, host } = await createTestOrganization();
  for (const [content, what] of [
    ["/poll Which?\nthis\nthat", "[sent](LINK) a poll."],
    ["/todo", "[sent](LINK) a todo list."],
    ["/polls", "[said](LINK):\n```quote\n/polls\n```"],
  ] as const) {
    const message = await othello.sendDirectMessage(hamlet, { content });
    const id = await remind(hamlet, message);
    const [reminder] = (await remindersOf(hamlet)).filter(({ reminder_id: own }) => own === id);
    const people = [hamlet.id, othello.id].sort((a, b) => a - b).join(",");
    const link = `http://${host}/#narrow/dm/${people}-dm/near/${message}`;
    const quoted = `@_**Othello|${othello.id}** ${what.replace("LINK", link)}`;
    assert.equal(reminder?.content, `You requested a reminder for the following direct message.\n\n${quoted}`);
  }
});

test("the link in a reminder is a plain URL if the topic's name would end the link, and contains the displayed name of an empty topic", async () => {
  const { hamlet } = await createTestOrganization();
  const channel = await hamlet.createChannel("elsinore", [hamlet]);
  await remind(hamlet, await hamlet.sendToChannel(channel, { topic: "a**b" }));
  await remind(hamlet, await hamlet.sendToChannel(channel, { topic: "" }));
  const [plain, empty] = await remindersOf(hamlet);
  assert.match(plain?.content ?? "", /^You requested a reminder for \[#elsinore > ab\]\(http.*near\/\d+\)\./);
  assert.match(empty?.rendered_content ?? "", /#elsinore &gt; <em>general chat<\/em> @ 💬/);
});

test("invalid requests are rejected with an error", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const mine = await hamlet.sendDirectMessage(hamlet);
  const at = secondsFromNow(hours(1));
  const cases: readonly (readonly [Record<string, unknown>, number, string])[] = [
    [
      { message_id: mine, scheduled_delivery_timestamp: secondsFromNow(-1000) },
      400,
      "Scheduled delivery time must be in the future.",
    ],
    [
      { message_id: await othello.sendDirectMessage(othello), scheduled_delivery_timestamp: at },
      400,
      "Invalid message(s)",
    ],
    [{ message_id: 987_654_321, scheduled_delivery_timestamp: at }, 400, "Invalid message(s)"],
    [{ message_id: Number.MAX_SAFE_INTEGER, scheduled_delivery_timestamp: at }, 400, "Invalid message(s)"],
    [
      { message_id: mine, scheduled_delivery_timestamp: at, note: "x".repeat(1001) },
      400,
      "Maximum reminder note length: 1000 characters",
    ],
    [{ message_id: mine, scheduled_delivery_timestamp: at, note: "a\0" }, 400, "note must not contain null bytes"],
    [{ scheduled_delivery_timestamp: at }, 400, "Missing 'message_id' argument"],
  ];
  for (const [parameters, status, text] of cases) {
    const answer = await hamlet.call("POST", "/reminders", parameters);
    assert.deepEqual([answer.status, answer.msg], [status, text]);
  }
  await remind(hamlet, mine, "😀".repeat(1000));
  const { state } = await hamlet.registerQueue();
  assert.equal(state.max_reminder_note_length, 1000);
  assert.equal(state.reminders[0]?.scheduled_message_id, state.reminders[0]?.reminder_id);
});

test("the quote of a long message is truncated so that the reminder has the maximum length of a message", async () => {
  const { hamlet } = await createTestOrganization();
  await remind(hamlet, await hamlet.sendDirectMessage(hamlet, { content: "😀".repeat(10_000) }), "note");
  const [reminder] = await remindersOf(hamlet);
  const content = reminder?.content ?? "";
  assert.equal(Array.from(content).length, 10_000);
  assert.ok(content.endsWith("😀\n[message truncated]"));
  assert.match(reminder?.rendered_content ?? "", /<\/blockquote>$/);
});

test("if the user can no longer read the message, the reminder contains the note but no quote", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, desdemona } = realm;
  const channel = await desdemona.createChannel("closet", [desdemona, hamlet, othello], { invite_only: true });
  const secret = await othello.sendToChannel(channel, { content: "A rat!" });
  const regretted = await othello.sendToChannel(await hamlet.createChannel("hall", [hamlet, othello]), {
    content: "Regretted",
  });
  await remind(hamlet, secret, "Behind the arras");
  await remind(hamlet, regretted);
  await desdemona.callOrThrow("DELETE", "/users/me/subscriptions", {
    subscriptions: ["closet"],
    principals: [hamlet.id],
  });
  await desdemona.callOrThrow("DELETE", `/messages/${regretted}`);
  advanceOneHour();
  await deliverDue(realm);
  const gone = "You requested a reminder for a message that you can no longer read.";
  assert.deepEqual(
    (await newestMessageSeenBy(hamlet)).slice(-2).map(({ content }) => content),
    [`${gone}\n\nNote:\n\n\`\`\`quote\nBehind the arras\n\`\`\``, gone],
  );
});

test("a reminder that could not be delivered for ten minutes is marked as failed", async () => {
  const realm = await createTestOrganization(await startServer());
  const { hamlet, server } = realm;
  const id = await remind(hamlet, await hamlet.sendDirectMessage(hamlet));
  await server.db.write(async (tx) => {
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''poisoned''; end'`.execute(
      tx,
    );
    await sql`create trigger poison before insert on message for each row execute function refuse()`.execute(tx);
  });
  advanceOneHour();
  const deliverer = createDeliverer(server);

  const [events] = await watchEvents([hamlet], async () => {
    for (let passed = 0; passed <= minutes(11); passed += 20_000) {
      await deliverer.deliverDue();
      clock.tick(20_000);
    }
  });

  assert.deepEqual(
    events?.map(({ op, reminder_id: gone, reminders }) => [op, gone ?? reminders?.map(({ failed }) => failed)]),
    [
      ["remove", id],
      ["add", [true]],
    ],
  );
  await hamlet.callOrThrow("DELETE", `/reminders/${id}`);
});

test("only the owner of a reminder can cancel it, and only with the endpoint for reminders", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const id = await remind(hamlet, await hamlet.sendDirectMessage(hamlet));
  const other = await schedule(hamlet, { to: [othello] });
  for (const [person, path] of [
    [othello, `/reminders/${id}`],
    [hamlet, `/reminders/${other}`],
  ] as const) {
    const answer = await person.delete(path);
    assert.deepEqual([answer.status, answer.code, answer.msg], [404, "BAD_REQUEST", "Reminder does not exist"]);
  }
  assert.equal((await hamlet.delete(`/scheduled_messages/${id}`)).status, 404);
  assert.equal((await hamlet.patch(`/scheduled_messages/${id}`, { content: "x" })).status, 404);

  const [events] = await watchEvents([hamlet], () => hamlet.callOrThrow("DELETE", `/reminders/${id}`));

  assert.deepEqual(
    events?.map(({ op, reminder_id: gone }) => [op, gone]),
    [["remove", id]],
  );
});
