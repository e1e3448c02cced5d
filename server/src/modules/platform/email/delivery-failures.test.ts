// Slow: waits for the delays between retries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startServerWithMail } from "@parlance/testkit";
import { MAX_DELIVERY_ATTEMPTS, retryDelaySeconds } from "./delivery-job.ts";
import { createEmailRealm } from "./fixtures/email-fixture.ts";

const { server, mailbox } = await startServerWithMail();
const castle = await createEmailRealm(server);

/** Number of attempts to send an email, by address. */
const attempts = new Map<string, number>();
const answers = new Map<string, (nth: number) => { code: number; text: string } | undefined | Promise<undefined>>();
mailbox.replyToRecipient = (address) => {
  const nth = (attempts.get(address) ?? 0) + 1;
  attempts.set(address, nth);
  return answers.get(address)?.(nth);
};

test("an email is retried automatically if the mail server rejects it temporarily", async () => {
  answers.set("grey@example.com", (nth) => (nth === 1 ? { code: 450, text: "4.2.0 Greylisted" } : undefined));
  await castle.writesTo("grey@example.com");
  const waiting = await castle.when("grey@example.com", ({ tries, last_error }) => tries === 1 && last_error !== null);
  assert.equal(waiting.state, "waiting");
  assert.match(waiting.last_error ?? "", /450 4\.2\.0 Greylisted/);
  await mailbox.next("grey@example.com");
  const sent = await castle.when("grey@example.com", ({ state }) => state === "sent");
  assert.deepEqual([sent.tries, sent.last_error], [2, null]);
});

test("if the mail server rejects an address, the email is not retried, and is stored for the operator", async () => {
  answers.set("nobody@example.com", () => ({ code: 550, text: "5.1.1 No such user" }));
  await castle.writesTo("nobody@example.com");
  const failed = await castle.when("nobody@example.com", ({ state }) => state === "failed");
  assert.deepEqual([failed.tries, attempts.get("nobody@example.com")], [1, 1]);
  assert.match(failed.last_error ?? "", /550 5\.1\.1 No such user/);
  assert.match(failed.body_text ?? "", /The players have arrived/);
});

test("emails wait while the mail server is down, and are sent when it is up again", async () => {
  await mailbox.close();
  await castle.writesTo("down@example.com");
  const waiting = await castle.when("down@example.com", ({ last_error }) => last_error !== null);
  assert.equal(waiting.state, "waiting");
  await mailbox.open();
  await mailbox.next("down@example.com");
});

test("an email that is never accepted is retried for more than half a day, with growing delays, and then fails", async () => {
  const pauses = Array.from({ length: MAX_DELIVERY_ATTEMPTS - 1 }, (_, index) => retryDelaySeconds(index + 1, 60));
  assert.deepEqual(pauses.slice(0, 4), [60, 120, 240, 480]);
  assert.equal(pauses.at(-1), 7200);
  assert.ok(pauses.reduce((sum, pause) => sum + pause, 0) > 12 * 3600);

  answers.set("never@example.com", () => ({ code: 451, text: "Try again later" }));
  await castle.writesTo("never@example.com");
  await castle.when("never@example.com", ({ last_error }) => last_error !== null);
  await server.db.write((tx) =>
    tx
      .updateTable("mail")
      .set({ tries: MAX_DELIVERY_ATTEMPTS - 1 })
      .where("to_address", "=", "never@example.com")
      .execute(),
  );
  const failed = await castle.when("never@example.com", ({ state }) => state === "failed");
  assert.equal(failed.tries, MAX_DELIVERY_ATTEMPTS);
});

test("while the mail server responds slowly to one email, other emails are sent, and no transaction stays open", async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const reached = Promise.withResolvers<void>();
  answers.set("slow@example.com", () => {
    reached.resolve();
    return promise;
  });
  await castle.writesTo("slow@example.com");
  await reached.promise;
  const { rows: times } = await server.db.pool.query("select now()");
  await castle.writesTo("quick@example.com");
  await mailbox.next("quick@example.com");
  const { rows } = await server.db.pool.query(
    "select query from pg_stat_activity where datname = current_database() and xact_start < $1",
    [times[0]?.now],
  );
  assert.deepEqual(rows, []);
  resolve(undefined);
  await mailbox.next("slow@example.com");
});
