import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { clock, days, createTestOrganization, startServerWithMail } from "@parlance/testkit";
import { ParsingFailure } from "@parlance/kernel/untrusted-parsing/parsing-failure.ts";
import { postEmails, pruneIncomingEmail } from "./jobs.ts";
import { EmailRejected } from "./email-rejected.ts";

const pattern = "in+%s@mail.parlance.test";
const { server } = await startServerWithMail({ emailGatewayPattern: pattern });

test("an accepted email remains stored if the parser fails on it, and is deleted if it is rejected", async () => {
  const { hamlet } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("denmark");
  const { email: recipient } = await hamlet.callOrThrow("GET", `/streams/${channel}/email_address`);
  const email = { recipient, letter: Buffer.from("From: a@example.com\r\n\r\nx"), received_at: clock.now() };
  const { id } = await server.db.write((tx) =>
    tx.insertInto("incoming_mail").values(email).returning("id").executeTakeFirstOrThrow(),
  );
  const isStored = async () => {
    const row = server.db.reader.selectFrom("incoming_mail").select("id").where("id", "=", id);
    return (await row.executeTakeFirst()) !== undefined;
  };
  const run = async (failure: Error) => {
    const room = { db: server.db, settings: { emailGatewayPattern: pattern }, ownDomain: "x" };
    const job = postEmails(room as never, async () => Promise.reject(failure));
    const log = pino({ level: "silent" });
    await job.run({ db: server.db, clock, log, signal: new AbortController().signal }, { mail_id: id });
  };
  const cause = new ParsingFailure("email parser", "memory");
  await assert.rejects(
    run(new EmailRejected("too much", { cause })),
    /incoming email \d+ stays in incoming_mail: too much/,
  );
  assert.equal(await isStored(), true);
  await run(new EmailRejected("the email has more than one From address"));
  assert.equal(await isStored(), false);
});

test("an email on which the parser has failed is deleted after 30 days", async () => {
  const row = { recipient: "a@example.com", letter: Buffer.from("x"), received_at: clock.now() };
  await server.db.write((tx) => tx.insertInto("incoming_mail").values(row).execute());
  const storedRows = () => server.db.reader.selectFrom("incoming_mail").select("id").execute();
  const prune = () =>
    pruneIncomingEmail.run(
      { db: server.db, clock, log: pino({ level: "silent" }), signal: new AbortController().signal },
      {},
    );
  clock.shiftWallClock(days(29));
  await prune();
  assert.equal((await storedRows()).length, 1);
  clock.shiftWallClock(days(2));
  await prune();
  assert.deepEqual(await storedRows(), []);
});
