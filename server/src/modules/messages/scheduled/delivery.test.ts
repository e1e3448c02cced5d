import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  clock,
  hours,
  minutes,
  createTestOrganization,
  startServerBeside,
  startServer,
  watchEvents,
  writeRowsDirectly,
} from "@parlance/testkit";
import {
  advanceOneHour,
  deliverDue,
  createDeliverer,
  secondsFromNow,
  newestMessageSeenBy,
  schedule,
  scheduledMessagesSeenBy,
} from "./fixtures/schedule-messages.ts";

test("a due message is sent as a message of its author, and is no longer scheduled", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  const channel = await hamlet.createChannel("elsinore", [hamlet, othello]);
  const id = await schedule(hamlet, { to: channel, topic: "play", content: "To **be**" });
  await deliverDue(realm);
  assert.equal((await scheduledMessagesSeenBy(hamlet)).length, 1, "not before its time");
  advanceOneHour();

  const [toHamlet, toOthello, toCordelia] = await watchEvents([hamlet, othello, cordelia], () => deliverDue(realm));

  assert.deepEqual(
    toHamlet?.map(({ type, op }) => [type, op]),
    [
      ["message", undefined],
      // Hamlet automatically follows a topic to which he sends a message.
      ["user_topic", undefined],
      ["scheduled_messages", "remove"],
    ],
  );
  assert.equal(toHamlet?.[2]?.["scheduled_message_id"], id);
  assert.equal(toOthello?.length, 1);
  const { message } = toOthello?.[0] ?? {};
  assert.deepEqual(
    [message?.sender_id, message?.stream_id, message?.subject, message?.content],
    [hamlet.id, channel, "play", "<p>To <strong>be</strong></p>"],
  );
  assert.deepEqual(toCordelia, []);
  assert.deepEqual(await scheduledMessagesSeenBy(hamlet), []);
  await deliverDue(realm);
  assert.equal(
    (await newestMessageSeenBy(othello, [{ operator: "sender", operand: hamlet.id }])).length,
    1,
    "sent once",
  );
});

test("messages that become due at the same time are sent in the order of their delivery times", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const at = secondsFromNow(hours(1));
  for (const [content, later] of [
    ["third", 2],
    ["first", 0],
    ["second", 1],
  ] as const)
    await schedule(hamlet, { to: [othello], content, at: at + later });
  clock.shiftWallClock(hours(2));
  await deliverDue(realm);
  assert.deepEqual(
    (await newestMessageSeenBy(othello)).map(({ content }) => content),
    ["first", "second", "third"],
  );
});

test("a message that its author may no longer send is marked as failed, and a notice contains the reason", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, desdemona } = realm;
  const channel = await desdemona.createChannel("court", [desdemona, hamlet, othello]);
  const at = secondsFromNow(hours(1));
  const id = await schedule(hamlet, { to: channel, at });
  const fine = await schedule(hamlet, { to: [othello], at, content: "Still here" });
  const administrators = await writeRowsDirectly(realm, (tx) =>
    tx
      .selectFrom("user_group")
      .select("id")
      .where("realm_id", "=", realm.realmId)
      .where("name", "=", "role:administrators")
      .executeTakeFirstOrThrow(),
  );
  await desdemona.callOrThrow("PATCH", `/streams/${channel}`, { can_send_message_group: { new: administrators.id } });
  advanceOneHour();

  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], () => deliverDue(realm));

  assert.deepEqual(
    toOthello?.map(({ message }) => message?.content),
    ["<p>Still here</p>"],
  );
  const [failed] = await scheduledMessagesSeenBy(hamlet);
  assert.deepEqual([failed?.scheduled_message_id, failed?.failed], [id, true]);
  const updated = toHamlet?.find(({ op }) => op === "update")?.["scheduled_message"];
  assert.deepEqual([updated?.scheduled_message_id, updated?.failed], [id, true]);
  assert.equal(toHamlet?.find(({ op }) => op === "remove")?.["scheduled_message_id"], fine);
  const messages = (toHamlet ?? []).flatMap(({ message }) => message ?? []);
  const notice = messages.find(({ sender_full_name: name }) => name === "Notification Bot");
  assert.match(notice?.content ?? "", /was not sent.*You do not have permission to post in this channel\./s);
  await deliverDue(realm);
  const notices = (await newestMessageSeenBy(hamlet)).filter(({ content }) => content.includes("was not sent"));
  assert.equal(notices.length, 1, "one attempt, and one notice");
});

test("a failed message is attempted again only after the author sets a new time", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, desdemona } = realm;
  const id = await schedule(hamlet, { to: [othello] });
  await desdemona.callOrThrow("DELETE", `/users/${othello.id}`);
  advanceOneHour();
  await deliverDue(realm);
  const path = `/scheduled_messages/${id}` as const;
  const untimely = await hamlet.patch(path, { content: "New words" });
  assert.equal(untimely.msg, "Scheduled delivery time must be in the future.");
  await desdemona.callOrThrow("POST", `/users/${othello.id}/reactivate`);

  const [events] = await watchEvents([hamlet], () =>
    hamlet.callOrThrow("PATCH", path, { scheduled_delivery_timestamp: secondsFromNow(hours(1)) }),
  );

  assert.equal(events?.[0]?.["scheduled_message"]?.failed, false);
  advanceOneHour();
  await deliverDue(realm);
  assert.equal((await newestMessageSeenBy(othello)).at(-1)?.content, "Words");
});

test("scheduled messages and reminders of a deactivated user are neither sent nor reported in a notice", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, desdemona } = realm;
  const at = secondsFromNow(hours(1));
  await schedule(hamlet, { to: [othello], at });
  await hamlet.callOrThrow("POST", "/reminders", {
    message_id: await hamlet.sendDirectMessage(hamlet),
    scheduled_delivery_timestamp: at,
  });
  const before = (await newestMessageSeenBy(othello)).length;
  await desdemona.callOrThrow("DELETE", `/users/${hamlet.id}`);
  advanceOneHour();
  await deliverDue(realm);
  assert.equal((await newestMessageSeenBy(othello)).length, before);
  await desdemona.callOrThrow("POST", `/users/${hamlet.id}/reactivate`);
  assert.deepEqual(
    (await scheduledMessagesSeenBy(hamlet)).map(({ failed }) => failed),
    [true],
  );
  assert.deepEqual(
    (await newestMessageSeenBy(hamlet)).map(({ content }) => content),
    ["Hello"],
  );
});

test("nothing is sent in a deactivated organization", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  await schedule(hamlet, { to: [othello] });
  const setDeactivated = (at: Date | null) =>
    writeRowsDirectly(realm, (tx) =>
      tx.updateTable("realm").set({ deactivated_at: at }).where("id", "=", realm.realmId).execute(),
    );
  await setDeactivated(clock.now());
  advanceOneHour();
  await deliverDue(realm);
  await setDeactivated(null);
  assert.deepEqual(
    (await scheduledMessagesSeenBy(hamlet)).map(({ failed }) => failed),
    [true],
  );
  assert.deepEqual(await newestMessageSeenBy(othello), []);
});

test("a late message is sent if no server was running at its time, but fails if a running server did not deliver it for more than ten minutes", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  await schedule(hamlet, { to: [othello], content: "Nobody was there" });
  clock.tick(hours(5));
  const deliverer = createDeliverer(realm.server);
  await deliverer.deliverDue();
  assert.equal((await newestMessageSeenBy(othello)).at(-1)?.content, "Nobody was there");

  // The deliverer polls for eleven minutes without delivering the message: the test marks the message as failed for
  // that time, so that the deliverer skips it.
  await schedule(hamlet, { to: [othello], content: "Left behind", at: secondsFromNow(1000) });
  await writeRowsDirectly(realm, (tx) =>
    tx.updateTable("scheduled_message").set({ is_failed: true }).where("sender_id", "=", hamlet.id).execute(),
  );
  for (let passed = 0; passed <= minutes(11); passed += 20_000) {
    clock.tick(20_000);
    await deliverer.deliverDue();
  }
  await writeRowsDirectly(realm, (tx) =>
    tx.updateTable("scheduled_message").set({ is_failed: false }).where("sender_id", "=", hamlet.id).execute(),
  );
  await deliverer.deliverDue();
  assert.notEqual((await newestMessageSeenBy(othello)).at(-1)?.content, "Left behind");
  assert.match(
    (await newestMessageSeenBy(hamlet)).at(-1)?.content ?? "",
    /Message could not be sent at the scheduled time\./,
  );
});

test("messages that become due because the clock is moved forward are sent", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  await schedule(hamlet, { to: [othello], content: "In an hour" });
  const deliverer = createDeliverer(realm.server);
  await deliverer.deliverDue();
  for (let passed = 0; passed <= minutes(20); passed += 20_000) {
    clock.tick(20_000);
    await deliverer.deliverDue();
  }
  clock.shiftWallClock(hours(5));
  await deliverer.deliverDue();
  assert.equal((await newestMessageSeenBy(othello)).at(-1)?.content, "In an hour");
});

test("a message that cannot be delivered does not delay other messages, and fails after ten minutes", async () => {
  const realm = await createTestOrganization(await startServer());
  const { hamlet, othello } = realm;
  const at = secondsFromNow(hours(1));
  for (const content of ["first", "poison", "last"]) await schedule(hamlet, { to: [othello], content, at });
  await realm.server.db.write(async (tx) => {
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''poisoned''; end'`.execute(
      tx,
    );
    await sql`create trigger poison before insert on message for each row when (new.content = 'poison') execute function refuse()`.execute(
      tx,
    );
  });
  const contents = async () => (await newestMessageSeenBy(othello)).map(({ content }) => content);
  advanceOneHour();
  const deliverer = createDeliverer(realm.server);
  await deliverer.deliverDue();
  assert.deepEqual(await contents(), ["first", "last"]);
  for (let passed = 0; passed <= minutes(11); passed += 20_000) {
    clock.tick(20_000);
    await deliverer.deliverDue();
  }
  assert.deepEqual(await contents(), ["first", "last"]);
  assert.deepEqual(
    (await scheduledMessagesSeenBy(hamlet)).map(({ content, failed }) => [content, failed]),
    [["poison", true]],
  );
  assert.match(
    (await newestMessageSeenBy(hamlet)).at(-1)?.content ?? "",
    /Message could not be sent at the scheduled time\./,
  );
});

test("scheduled messages respect read_by_sender, and messages that users send to themselves are unread by default", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const at = secondsFromNow(hours(1));
  await schedule(hamlet, { to: [othello], content: "read", at, read_by_sender: true });
  await schedule(hamlet, { to: [othello], content: "unread", at: at + 1, read_by_sender: false });
  const toSelf = { type: "direct", to: [hamlet.id], content: "self", scheduled_delivery_timestamp: at + 2 } as const;
  await hamlet.call("POST", "/scheduled_messages", { ...toSelf, client: "website" });
  clock.shiftWallClock(hours(2));
  await deliverDue(realm);
  assert.deepEqual(
    (await newestMessageSeenBy(hamlet)).map(({ content, flags }) => [content, flags.includes("read")]),
    [
      ["read", true],
      ["unread", false],
      ["self", false],
    ],
  );
});

test("if two processes deliver at the same time, each message is sent once", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const beside = await startServerBeside(realm.server);
  const at = secondsFromNow(hours(1));
  const contents = Array.from({ length: 60 }, (_, index) => `message ${index}`);
  for (const content of contents) await schedule(hamlet, { to: [othello], content, at });
  advanceOneHour();
  await Promise.all([createDeliverer(realm.server).deliverDue(), createDeliverer(beside).deliverDue()]);
  await deliverDue(realm);
  const messages = await newestMessageSeenBy(othello, [{ operator: "sender", operand: hamlet.id }]);
  assert.deepEqual(messages.map(({ content }) => content).sort(), [...contents].sort());
});

test("an edit during delivery is either rejected, or its new text is sent", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  for (let round = 0; round < 5; round += 1) {
    const id = await schedule(hamlet, { to: [othello], content: "old" });
    advanceOneHour();
    const [answer] = await Promise.all([
      hamlet.patch(`/scheduled_messages/${id}`, { content: "new" }),
      deliverDue(realm),
    ]);
    await deliverDue(realm);
    const sent = (await newestMessageSeenBy(othello)).at(-1)?.content;
    assert.equal(sent, answer.result === "success" ? "new" : "old");
    if (answer.result !== "success") assert.equal(answer.msg, "Scheduled message was already sent");
  }
});
