import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  startServerWithMail,
  type ReceivedEmail,
  type TestUser,
  writeRowsDirectly,
} from "@parlance/testkit";
import { Visitor } from "../../../pages/fixtures/visitor.ts";
import { setOnline, waitForLogProcessing } from "../core/fixtures/notifications.ts";

const { server, mailbox } = await startServerWithMail();
const quiet = { send_new_subscription_messages: false };

/** Creates an organization whose users get emails with the shortest delay. */
async function denmark() {
  const realm = await createTestOrganization(server);
  const { hamlet, othello, cordelia, polonius } = realm;
  for (const person of [hamlet, othello, cordelia, polonius]) {
    await person.callOrThrow("PATCH", "/settings", {
      email_notifications_batching_period_seconds: 1,
      timezone: "Europe/Copenhagen",
    });
  }
  const channel = await hamlet.createChannel("denmark", [hamlet, othello, cordelia, polonius], quiet);
  return { ...realm, channel, url: `http://${realm.host}` };
}

const nextEmailTo = ({ email }: TestUser): Promise<ReceivedEmail> => mailbox.next(email);

test("a user who missed a direct message gets an email with its content, as text and as HTML", async () => {
  const { hamlet, othello, url } = await denmark();
  const id = await hamlet.sendDirectMessage(othello, {
    content: "To be, **or not** to be :skull:\n\n* that is\n* the question",
  });
  const mail = await nextEmailTo(othello);
  assert.equal(mail.subject, "Direct messages with King Hamlet");
  assert.deepEqual(mail.from.name, "Shakespeare");
  const [body, rest = ""] = mail.text.split("\n\nView conversation:\n");
  assert.match(
    body ?? "",
    /^King Hamlet, \d\d?:\d\d(?: [AP]M)?:\n> To be, or not to be 💀\n>\n> • that is\n> • the question$/,
  );
  assert.match(mail.html, /or not to be 💀/);
  assert.ok(rest.startsWith(`${url}/#narrow/dm/${hamlet.id}-dm/near/${id}\n`));
  assert.match(
    rest,
    /because\s+you\s+have\s+unread\s+messages\.\s+You\s+can\s+change\s+this\s+in\s+your\s+notification\s+settings/,
  );
});

test("each conversation gets its own email with all missed messages, and mail clients show later emails in the same thread", async () => {
  const { hamlet, othello, cordelia, channel, url } = await denmark();
  const content = "Listen, @**Othello**";
  const first = await hamlet.sendToChannel(channel, { content, topic: "ghosts" });
  await cordelia.sendToChannel(channel, { content: "And I, @**Othello**", topic: "ghosts" });
  await hamlet.sendToChannel(channel, { content, topic: "" });
  const emails = [await nextEmailTo(othello), await nextEmailTo(othello)];
  const [ghosts, general] = emails.toSorted((a, b) => (a.subject < b.subject ? 1 : -1)) as [
    ReceivedEmail,
    ReceivedEmail,
  ];
  assert.deepEqual([ghosts.subject, general.subject], ["#denmark > ghosts", "#denmark > general chat"]);
  assert.match(ghosts.text, /King Hamlet, .*\n> Listen, @Othello\n\nCordelia, .*\n> And I, @Othello\n/);
  assert.ok(ghosts.text.includes(`${url}/#narrow/channel/${channel}-denmark/topic/ghosts/near/${first}\n`));
  assert.match(ghosts.text, /because you were mentioned/);
  await hamlet.sendToChannel(channel, { content: "Again, @**Othello**", topic: "ghosts" });
  const later = await nextEmailTo(othello);
  assert.match(ghosts.headers["references"] ?? "", /^<thread-[0-9a-f]{24}@/);
  assert.equal(later.headers["references"], ghosts.headers["references"]);
  assert.notEqual(general.headers["references"], ghosts.headers["references"]);
});

test("no email contains messages that were read, deleted or made inaccessible meanwhile", async () => {
  const realm = await denmark();
  const { iago, hamlet, othello, cordelia, channel } = realm;
  const content = "@**all**";
  const [read, deleted, unread] = [
    await hamlet.sendToChannel(channel, { content, topic: "read" }),
    await hamlet.sendToChannel(channel, { content, topic: "deleted" }),
    await hamlet.sendToChannel(channel, { content, topic: "kept" }),
  ];
  await othello.callOrThrow("POST", "/messages/flags", { messages: [read], op: "add", flag: "read" });
  await iago.callOrThrow("DELETE", `/messages/${deleted}`);
  await cordelia.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
  assert.equal((await nextEmailTo(othello)).subject, "#denmark > kept");
  // To be sure that no other email was sent, wait for an email that is sent later.
  await hamlet.sendDirectMessage([othello, cordelia]);
  assert.match((await nextEmailTo(othello)).subject, /^Group direct messages with /);
  assert.match((await nextEmailTo(cordelia)).subject, /^Group direct messages with /);
  await waitForLogProcessing(realm);
  const rows = await server.db.reader
    .selectFrom("notice")
    .select("user_id")
    .where("message_id", "=", unread)
    .where("user_id", "in", [othello.id, cordelia.id])
    .where("is_to_mail", "=", true)
    .orderBy("user_id")
    .execute();
  assert.deepEqual(rows, []);
});

test("a user who is active again gets the email only after becoming inactive", async () => {
  const realm = await denmark();
  const { hamlet, othello } = realm;
  await othello.callOrThrow("PATCH", "/settings", { email_notifications_batching_period_seconds: 2 });
  await hamlet.sendDirectMessage(othello);
  await waitForLogProcessing(realm);
  await setOnline(othello, server);
  const dueAt = () =>
    server.db.reader
      .selectFrom("notice_letter")
      .select("due_at")
      .where("user_id", "=", othello.id)
      .executeTakeFirstOrThrow();
  const before = await dueAt();
  for (let now = before; now.due_at.getTime() < before.due_at.getTime() + 30_000;) now = await dueAt();
  assert.ok(!mailbox.all().some(({ recipients }) => recipients.includes(othello.email)));
  await writeRowsDirectly(realm, async (tx) => {
    await tx.deleteFrom("user_presence").where("user_id", "=", othello.id).execute();
    await tx.updateTable("notice_letter").set({ due_at: before.due_at }).where("user_id", "=", othello.id).execute();
  });
  assert.match((await nextEmailTo(othello)).subject, /^Direct messages/);
});

test("if the organization or the recipient wants it, an email contains neither the content nor the conversation", async () => {
  const { iago, hamlet, othello, cordelia, channel, host } = await denmark();
  await othello.callOrThrow("PATCH", "/settings", {
    message_content_in_email_notifications: false,
    realm_name_in_email_notifications_policy: 2,
  });
  await hamlet.sendToChannel(channel, { content: "@**Othello** @**Cordelia** psst", topic: "secret" });
  const mail = await nextEmailTo(othello);
  assert.equal(mail.subject, "New messages [Shakespeare]");
  assert.doesNotMatch(mail.raw, /psst|secret|denmark|Hamlet/);
  assert.match(
    mail.text,
    /You have 1 new message\. Message\s+content\s+is\s+not\s+included\s+in\s+emails\s+because\s+of\s+your\s+notification\s+settings\./,
  );
  assert.ok(mail.text.includes(`View conversation:\nhttp://${host}\n`));
  assert.match((await nextEmailTo(cordelia)).text, /psst/);

  await iago.callOrThrow("PATCH", "/realm", { message_content_allowed_in_email_notifications: false });
  await hamlet.sendDirectMessage(cordelia, { content: "psst" });
  const hidden = await nextEmailTo(cordelia);
  assert.equal(hidden.subject, "New messages");
  assert.doesNotMatch(hidden.raw, /psst|Hamlet/);
});

test("an email to a guest who cannot see all users names only users whom the guest can see", async () => {
  const { desdemona, hamlet, othello, polonius, channel } = await denmark();
  const { state } = await desdemona.registerQueue({ fetch_event_types: ["realm_user_groups"] });
  const members = state.realm_user_groups.find(({ name }) => name === "role:members")!.id;
  await desdemona.callOrThrow("PATCH", "/realm", { can_access_all_users_group: { new: members } });
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
  const content = "@**Polonius**";
  await othello.sendToChannel(channel, { content, topic: "ghosts" });
  await hamlet.sendToChannel(channel, { content, topic: "ghosts" });
  const { text, raw } = await nextEmailTo(polonius);
  assert.match(text, /^Unknown user, .*\n> @Polonius\n\nKing Hamlet, .*\n> @Polonius\n/);
  assert.doesNotMatch(raw, /Othello/);
});

test("one click turns missed-message emails off without a login, in all settings that enable them", async () => {
  const realm = await denmark();
  const { hamlet, othello, cordelia, channel, host } = realm;
  // Change the settings only now: they count when the log is processed, and the notice about the new channel must not
  // cause an email.
  await waitForLogProcessing(realm);
  await othello.callOrThrow("POST", "/users/me/subscriptions/properties", {
    subscription_data: [{ stream_id: channel, property: "email_notifications", value: true }],
  });
  await hamlet.sendToChannel(channel);
  const { headers, text } = await nextEmailTo(othello);
  assert.equal(headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
  const url = /^<(.*)>$/.exec(headers["list-unsubscribe"] ?? "")?.[1] ?? "";
  assert.ok(url.startsWith(`http://${host}/unsubscribe/notices-`) && text.includes(url));
  const { pathname } = new URL(url);
  const settings = async () => {
    const { user_settings: own, subscriptions } = (await othello.registerQueue()).state;
    const ofChannel = subscriptions.find(({ stream_id: id }) => id === channel)?.email_notifications;
    return [own.enable_offline_email_notifications, own.enable_followed_topic_email_notifications, ofChannel];
  };
  const visitor = new Visitor(realm);
  // Following the link, as programs that scan emails do, changes nothing.
  assert.match((await visitor.open(pathname)).text, /will stop sending you emails about messages you missed/);
  assert.deepEqual(await settings(), [true, true, true]);
  for (const wrong of [`${pathname}x`, pathname.replace("notices-", "digest-"), "/unsubscribe/notices-1-x"]) {
    assert.equal((await visitor.request("POST", wrong, "List-Unsubscribe=One-Click")).status, 404);
  }
  const elsewhere = new Visitor(await createTestOrganization(server));
  assert.equal((await elsewhere.request("POST", pathname, "List-Unsubscribe=One-Click")).status, 404);
  assert.deepEqual(await settings(), [true, true, true]);

  await hamlet.sendDirectMessage(othello, { content: "too late" });
  await waitForLogProcessing(realm);
  assert.equal((await new Visitor(realm).request("POST", pathname, "List-Unsubscribe=One-Click")).status, 200);
  assert.deepEqual(await settings(), [false, false, false]);
  await hamlet.sendDirectMessage([othello, cordelia], { content: "later still" });
  await nextEmailTo(cordelia);
  const emails = mailbox.all().filter(({ recipients }) => recipients.includes(othello.email));
  assert.deepEqual(
    emails.map(({ subject }) => subject),
    ["#denmark > topic"],
  );
});
