import assert from "node:assert/strict";
import { test } from "node:test";
import { startServerWithMail } from "@parlance/testkit";
import { storeRealm } from "#modules/organizations/core/actions/store-realm.ts";
import { createEmailRealm } from "../fixtures/email-fixture.ts";

const { server, mailbox } = await startServerWithMail({ mailFrom: "castle@elsinore.example" });

/** Returns the names of the header fields, in lower case. */
const fieldsOf = (raw: string) =>
  (raw.split("\r\n\r\n")[0] ?? "")
    .split("\r\n")
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.slice(0, line.indexOf(":")).toLowerCase());

const EXPECTED = [
  "auto-submitted",
  "content-type",
  "date",
  "from",
  "message-id",
  "mime-version",
  "subject",
  "to",
  "x-auto-response-suppress",
];

const names = [
  "Rosencrantz\r\nBcc: everybody@example.com",
  "Guildenstern\nSubject: Something else",
  "\u2028X-Evil: 1\u2029",
  'Sir "Toby" Belch, Esq. <toby@evil.example>',
  "=?utf-8?q?=0D=0ABcc:_x@evil.example?=",
  "Łukasz Œdipe 👑 ‮gnorw",
  "(a comment) a@b.example, c@d.example; undisclosed:",
  "x".repeat(5000),
];

for (const [index, name] of names.entries()) {
  test(`a name cannot inject headers or recipients: ${JSON.stringify(name.slice(0, 40))}`, async () => {
    const castle = await createEmailRealm(server);
    const address = `reader-${index}@example.com`;
    await server.db.write((tx) => storeRealm(tx, castle.realmId, { name }));
    await castle.writesTo(address, name, { subject: name });
    const mail = await mailbox.next(address);

    assert.deepEqual(mail.recipients, [address]);
    assert.deepEqual(
      mail.to.map((one) => one.address),
      [address],
    );
    assert.equal(mail.from.address, "castle@elsinore.example");
    assert.deepEqual(fieldsOf(mail.raw).toSorted(), EXPECTED);
    for (const text of [mail.subject, mail.from.name, mail.to[0]?.name ?? ""]) {
      assert.doesNotMatch(text, /[\r\n\u2028\u2029\u202e]/);
      assert.ok(text.length <= 200);
    }
  });
}

test("names and subjects in different scripts are received unchanged", async () => {
  const castle = await createEmailRealm(server);
  await castle.writesTo("many@example.com", "Łukasz, 王小明", { subject: "Привет — “hello” 👋" });
  const mail = await mailbox.next("many@example.com");
  assert.equal(mail.to[0]?.name, "Łukasz, 王小明");
  assert.equal(mail.subject, "Привет — “hello” 👋");
});

for (const address of [
  "a@b.example\r\nRCPT TO:<x@evil.example>",
  "a@b.example, x@evil.example",
  "nonsense",
  "<>",
  "a b@c.example",
]) {
  test(`an email to an invalid address fails without retries and reaches no one: ${JSON.stringify(address)}`, async () => {
    const castle = await createEmailRealm(server);
    await castle.writesTo(address);
    const row = await castle.when(address, ({ state }) => state !== "waiting");
    assert.equal(row.state, "failed");
    assert.equal(row.tries, 1);
    assert.ok(!mailbox.all().some(({ recipients }) => recipients.some((one) => one.includes("evil"))));
  });
}
