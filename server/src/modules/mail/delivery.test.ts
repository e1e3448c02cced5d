import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, newRealm, startServerWithMail, type TestRealm } from "@parlance/testkit";
import { sendLetter } from "./actions/send-letter.ts";

const { server, mailbox } = await startServerWithMail();

const letter = {
  kind: "test",
  subject: "Come to Elsinore",
  blocks: [
    { paragraph: "The players have arrived, and there will be a play tonight." },
    { quote: "To be, or not to be,\nthat is the question" },
    { button: "Take a seat", url: "https://elsinore.example/seats?row=1&seat=2" },
    { facts: { Time: "20:00", Place: "The great hall" } },
  ],
  reason: "You get this because you live in the castle.",
};

const sends = ({ server: { db }, realmId, host }: TestRealm, address: string, name = "") =>
  db.write((tx) => {
    const realm = { id: realmId, url: `http://${host}` };
    return sendLetter(tx, { realm, to: { address, name }, letter, now: clock.now() });
  });

test("a letter arrives within a second of the change that it tells of", async () => {
  const realm = await newRealm(server);
  await sends(realm, "first@example.com");
  await mailbox.next("first@example.com");
  const began = performance.now();
  await sends(realm, "prompt@example.com");
  await mailbox.next("prompt@example.com");
  assert.ok(performance.now() - began < 1000);
});

test("a letter says who writes and why, in plain text and in HTML that asks for nothing from elsewhere", async () => {
  const realm = await newRealm(server);
  await sends(realm, "ophelia@example.com", "Ophelia, of Denmark");
  const mail = await mailbox.next("ophelia@example.com");

  assert.deepEqual(mail.from, { name: "Shakespeare", address: "noreply@parlance.test" });
  assert.deepEqual(mail.to, [{ name: "Ophelia, of Denmark", address: "ophelia@example.com" }]);
  assert.equal(mail.subject, "Come to Elsinore");
  assert.equal(mail.headers["auto-submitted"], "auto-generated");
  assert.match(mail.headers["content-type"] ?? "", /^multipart\/alternative/);
  assert.match(mail.headers["message-id"] ?? "", /^<letter-\d+\.\w+@parlance\.test>$/);
  assert.equal(mail.headers["list-unsubscribe"], undefined);
  assert.match(mail.html, /<html lang="en"/);
  assert.match(mail.html, /<a class="button" href="https:\/\/elsinore\.example\/seats\?row=1&amp;seat=2"/);
  assert.doesNotMatch(mail.html, /<img|<link|<script|src=|url\(/);
  assert.equal(
    mail.text,
    `The players have arrived, and there will be a play tonight.

> To be, or not to be,
> that is the question

Take a seat:
https://elsinore.example/seats?row=1&seat=2

Time: 20:00
Place: The great hall

-- 
You get this because you live in the castle.
Shakespeare
http://${realm.host}`,
  );
});
