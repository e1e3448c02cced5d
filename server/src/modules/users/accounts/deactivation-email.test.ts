import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServerWithMail } from "@parlance/testkit";

const { server, mailbox } = await startServerWithMail();

const countEmails = async (realmId: number): Promise<number> => {
  const rows = await server.db.reader.selectFrom("mail").select("id").where("realm_id", "=", realmId).execute();
  return rows.length;
};

test("a deactivated user gets an email that quotes the administrator's comment line by line", async () => {
  const { iago, othello, host } = await createTestOrganization(server);
  const comment = "  Farewell the tranquil mind;\nfarewell <content>!  ";
  await iago.callOrThrow("DELETE", `/users/${othello.id}`, { deactivation_notification_comment: comment });
  const email = await mailbox.next(othello.email);
  assert.equal(email.subject, "Your account at Shakespeare was deactivated");
  assert.match(email.text, /Hello Othello,/);
  assert.ok(email.text.includes(`(${host})`));
  assert.match(email.text, /The administrator wrote:\s+> Farewell the tranquil mind;\n> farewell <content>!\n/);
  assert.match(email.html, /farewell &lt;content&gt;!/);
});

test("if the administrator's comment is empty, the email contains no quotation", async () => {
  const { iago, othello } = await createTestOrganization(server);
  await iago.callOrThrow("DELETE", `/users/${othello.id}`, { deactivation_notification_comment: "   " });
  const email = await mailbox.next(othello.email);
  assert.match(email.text, /deactivated\s+your\s+account/);
  assert.doesNotMatch(email.text, /The administrator wrote/);
});

test("no email is sent if there is no comment, or if the deactivation fails, for example because the comment is too long", async () => {
  const { desdemona, iago, othello, realmId, hamlet } = await createTestOrganization(server);
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  const words = { deactivation_notification_comment: "x".repeat(2001) };
  const { status, msg } = await iago.delete(`/users/${hamlet.id}`, words);
  assert.deepEqual([status, msg], [400, "deactivation_notification_comment is too long (limit: 2000 characters)"]);
  const again = { deactivation_notification_comment: "Go" };
  assert.equal((await iago.delete(`/users/${othello.id}`, again)).status, 400);
  assert.equal((await desdemona.delete(`/users/${desdemona.id}`, again)).status, 400);
  assert.equal(await countEmails(realmId), 0);
  const long = { deactivation_notification_comment: ` ${"x".repeat(2000)} ` };
  assert.equal((await iago.delete(`/users/${hamlet.id}`, long)).status, 200);
  assert.equal(await countEmails(realmId), 1);
});
