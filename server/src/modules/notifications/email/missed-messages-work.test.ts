import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  type TestUser,
  recordStatements,
  startServer,
  TEST_SECRET,
  type TestOrganization,
} from "@parlance/testkit";
import { addMissedMessages } from "../core/fixtures/actions/add-missed-messages.ts";
import { scheduleEmails } from "./actions/schedule-emails.ts";
import { sendMissedMessageEmails } from "./actions/send-missed-message-emails.ts";

const server = await startServer();
const NOW = new Date("2030-01-01T12:00:00Z");
const HTML = `<p>${"To be, or not to be ".repeat(100)}</p>`;

async function denmark() {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  const channelId = await hamlet.createChannel("denmark", [hamlet, othello], { send_new_subscription_messages: false });
  return { ...realm, missing: { channelId, sender: hamlet, reader: othello } };
}

/** Creates the emails that are due to a user. Returns the database statements that this took. */
async function writeEmails({ realmId }: TestOrganization, { id: userId }: TestUser) {
  await server.db.write((tx) => scheduleEmails(tx, realmId, [{ userId, dueAt: NOW }]));
  const site = { url: "http://parlance.test", gravatar: true, webPublicChannels: true };
  const office = { snapshots: server.snapshots, secret: TEST_SECRET, site };
  const statements = await recordStatements(server.db.pool, () =>
    server.db.write((tx) => sendMissedMessageEmails(tx, { userId, realmId }, NOW, office)),
  );
  const total = (of: "rows" | "bytes") => statements.reduce((sum, statement) => sum + statement[of], 0);
  return { statements: statements.length, rows: total("rows"), bytes: total("bytes") };
}

const emailsTo = ({ email }: TestUser) =>
  server.db.reader
    .selectFrom("mail")
    .select(["subject", "body_text as text"])
    .where("to_address", "=", email)
    .orderBy("id")
    .execute();

const toMail = ({ id }: TestUser) =>
  server.db.reader.selectFrom("notice").select("message_id").where("user_id", "=", id).where("is_to_mail", "=", true);

test("an email about thousands of missed messages loads only the messages that it shows, and counts the rest", async () => {
  const few = await denmark();
  await addMissedMessages(few, { ...few.missing, count: 20, html: HTML });
  const forFew = await writeEmails(few, few.othello);

  const many = await denmark();
  const [first] = await addMissedMessages(many, { ...many.missing, count: 4000, html: HTML });
  const forMany = await writeEmails(many, many.othello);

  assert.equal(forMany.statements, forFew.statements);
  assert.equal(forMany.rows, forFew.rows);
  // The additional bytes are only the ids of the messages and the reasons of the notifications.
  assert.ok(forMany.bytes - forFew.bytes < 4000 * 40, `${forMany.bytes} bytes, ${forFew.bytes} for 20 messages`);
  const emails = await emailsTo(many.othello);
  assert.deepEqual(
    emails.map(({ subject }) => subject),
    ["#denmark > topic"],
  );
  const text = emails[0]?.text ?? "";
  assert.equal(text.match(/^King Hamlet, /gm)?.length, 20);
  assert.match(text, /3980 more messages\./);
  assert.match(text, new RegExp(`/topic/topic/near/${first}\n`));
  assert.deepEqual(await toMail(many.othello).execute(), []);
});

test("emails about very many conversations are created in several rounds, and each message is in one email", async () => {
  const realm = await denmark();
  for (let n = 0; n < 101; n += 1) await addMissedMessages(realm, { ...realm.missing, topic: `topic ${n}`, count: 2 });
  await writeEmails(realm, realm.othello);
  assert.equal((await emailsTo(realm.othello)).length, 100);
  assert.equal((await toMail(realm.othello).execute()).length, 2);
  await writeEmails(realm, realm.othello);
  const subjects = (await emailsTo(realm.othello)).map(({ subject }) => subject);
  assert.equal(new Set(subjects).size, 101);
  assert.equal(subjects.length, 101);
  assert.deepEqual(await toMail(realm.othello).execute(), []);
});
