import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { clock, createTestOrganization, startServerWithMail, startMailbox, until } from "@parlance/testkit";
import { enqueueEmail } from "@parlance/server/modules/platform/email/actions/enqueue-email.ts";
import { createInstallation, runParlance, runParlanceProcess, type Outcome } from "./fixtures/command-line.ts";

const PATTERN = "in+%s@mail.example.com";
const { server, mailbox } = await startServerWithMail({ emailGatewayPattern: PATTERN });
const { realmId, host } = await createTestOrganization(server);
const rejectedAddresses = new Set<string>();
mailbox.replyToRecipient = (address) =>
  rejectedAddresses.has(address) ? { code: 550, text: "5.1.1 No such user" } : undefined;

const addEmailTo = (address: string) =>
  server.db.write((tx) =>
    enqueueEmail(tx, {
      realm: { id: realmId, url: `http://${host}` },
      to: { address, name: "" },
      email: { kind: "invitation", subject: "Come", blocks: [{ paragraph: "the secret key" }], reason: "…" },
      now: clock.now(),
    }),
  );

/** Waits until the email to an address meets a condition. */
async function waitForEmail(address: string, isSo: (row: { state: string; last_error: string | null }) => boolean) {
  const row = server.db.reader.selectFrom("mail").selectAll().where("to_address", "=", address);
  await until(async () => isSo(await row.executeTakeFirstOrThrow()));
}

/** Returns a function that runs commands with the mail server. `input`: the commands' standard input. */
async function createCommandRunner(t: TestContext, input = "", pattern = PATTERN) {
  const dataDir = await mkdtemp(join(tmpdir(), "parlance-cli-"));
  t.after(() => rm(dataDir, { recursive: true }));
  const { host: socket, port, user, database } = server.connection as Record<string, string>;
  const env = {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(socket ?? "")}`,
    PARLANCE_DATA_DIR: dataDir,
    SMTP_URL: mailbox.url,
    PARLANCE_EMAIL_GATEWAY_PATTERN: pattern,
  };
  return (...args: string[]): Promise<Outcome> => runParlance([...args, "--json"], { env, input });
}

test("undelivered emails are listed with the reason, and are delivered when they are retried", async (t) => {
  const runs = await createCommandRunner(t);
  const failed = async () => (await runs("mail", "list", "--failed")).json.letters;
  rejectedAddresses.add("gone@example.com").add("moved@example.com");
  await addEmailTo("gone@example.com");
  await addEmailTo("moved@example.com");
  await addEmailTo("there@example.com");
  await mailbox.next("there@example.com");
  await waitForEmail("gone@example.com", ({ state }) => state === "failed");
  await waitForEmail("moved@example.com", ({ state }) => state === "failed");

  const emails = await failed();
  assert.deepEqual(
    emails.map(({ to, state, tries }) => [to, state, tries]),
    [
      ["moved@example.com", "failed", 1],
      ["gone@example.com", "failed", 1],
    ],
  );
  assert.match(emails[0]?.last_error ?? "", /550 5\.1\.1 No such user/);
  const all = await runs("mail", "list", "--limit", "2");
  assert.deepEqual(
    all.json.letters.map(({ to, organization, kind, subject }) => [to, organization, kind, subject]),
    [
      ["there@example.com", "Shakespeare", "invitation", "Come"],
      ["moved@example.com", "Shakespeare", "invitation", "Come"],
    ],
  );
  assert.doesNotMatch(all.out, /the secret key/);
  const doctor = await runs("doctor");
  const finding = doctor.json.checks.find(({ check }) => check === "letters");
  assert.deepEqual([finding?.state, finding?.message], ["warn", "2 failed"]);
  assert.match(String(finding?.advice), /parlance mail list --failed/);

  rejectedAddresses.clear();
  const [moved, gone] = emails.map(({ id }) => id);
  assert.deepEqual((await runs("mail", "retry", String(moved))).json, { letters: [moved] });
  await mailbox.next("moved@example.com");
  assert.deepEqual((await runs("mail", "retry", "--all")).json, { letters: [gone] });
  await mailbox.next("gone@example.com");
});

test("emails that wait for their next attempt are sent immediately when they are retried", async (t) => {
  const runs = await createCommandRunner(t);
  let hasRefused = false;
  mailbox.replyToRecipient = () => {
    if (hasRefused) return undefined;
    hasRefused = true;
    return { code: 450, text: "Later" };
  };
  await addEmailTo("soon@example.com");
  await waitForEmail("soon@example.com", ({ last_error }) => last_error !== null);
  await runs("mail", "retry", "--all");
  await mailbox.next("soon@example.com");
});

test("if one of several emails cannot be retried, the error names it and none is retried", async (t) => {
  const runs = await createCommandRunner(t);
  await addEmailTo("done@example.com");
  await mailbox.next("done@example.com");
  const { json } = await runs("mail", "list", "--limit", "1");
  const { id } = json.letters[0]!;
  const sent = await runs("mail", "retry", String(id), "987654");
  assert.equal(sent.code, 1);
  assert.match(JSON.parse(sent.err).error, /not waiting or failed emails: \d+, 987654; see `parlance mail list`/);
  for (const args of [[], ["--all", "1"]]) {
    const odd = await runs("mail", "retry", ...args);
    assert.equal(odd.code, 1);
    assert.match(JSON.parse(odd.err).error, /specify the numbers of the emails, or --all/);
  }
  assert.equal((await runs("mail", "retry", "first")).code, 1);
});

test("without `--json`, the output is a sentence if there are no emails", async (t) => {
  const installation = await createInstallation(t);
  await runParlance(["migrate"], { env: installation.env });
  const none = await runParlanceProcess(["mail", "list"], { env: installation.env });
  assert.equal(none.out, "No emails.\n");
  const tried = await runParlance(["mail", "retry", "--all"], { env: installation.env });
  assert.equal(tried.out, "No emails.\n");
});

test("the doctor reports whether the mail server accepts email, and never shows the password", async (t) => {
  const installation = await createInstallation(t);
  const examines = async (smtpUrl: string) => {
    const outcome = await runParlance(["doctor", "--json"], { env: { ...installation.env, SMTP_URL: smtpUrl } });
    assert.doesNotMatch(outcome.out + outcome.err, /hunter2/);
    const mail = outcome.json.checks.find(({ check }) => check === "mail")!;
    return { code: outcome.code, ...mail };
  };
  const well = await examines(mailbox.url);
  assert.deepEqual([well.code, well.state, well.message], [0, "ok", `${new URL(mailbox.url).host} accepts email`]);

  const closed = await examines("smtp://chat:hunter2@127.0.0.1:1");
  assert.deepEqual([closed.code, closed.state], [1, "fail"]);
  assert.match(closed.message, /^127\.0\.0\.1:1 does not accept email \(ECONNREFUSED\)/);

  const guarded = await startMailbox({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error("Wrong password")),
  });
  const locked = await examines(guarded.url.replace("smtp://", "smtp://chat:hunter2@"));
  assert.equal(locked.state, "fail");
  assert.match(locked.message, /\(535\)/);

  const slip = await runParlance(["doctor"], {
    env: { ...installation.env, SMTP_URL: "smtp://chat:hunter2@x?tls=maybe" },
  });
  assert.equal(slip.code, 1);
  assert.match(slip.out, /fail {2}settings: SMTP_URL is invalid: it must be the URL of a mail server/);
  assert.doesNotMatch(slip.out, /hunter2/);
});

test("a mail server can deliver emails with a command whose exit code shows whether the address exists", async (t) => {
  const realm = await createTestOrganization(server);
  const channel = await realm.hamlet.createChannel("denmark");
  const { email: to } = await realm.hamlet.callOrThrow("GET", `/streams/${channel}/email_address`);
  const runs = await createCommandRunner(t, "From: yorick@example.com\r\nSubject: Alas\r\n\r\npoor me\r\n");
  const { code } = await runs("mail", "receive", "--to", to.replace(/[0-9a-f]{32}/, "0".repeat(32)));
  assert.equal(code, 67);
  assert.equal((await runs("mail", "receive", "--to", to)).code, 0);
  const newest = { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false } as const;
  await until(async () => (await realm.hamlet.callOrThrow("GET", "/messages", newest)).messages[0]?.subject === "Alas");
});

test("if a setting is missing, the exit code makes the mail server retry the email, but not an email that is too large", async (t) => {
  const to = PATTERN.replace("%s", "0".repeat(32));
  const unset = await createCommandRunner(t, "From: yorick@example.com\r\n\r\npoor me\r\n", "");
  const waits = await unset("mail", "receive", "--to", to);
  assert.equal(waits.code, 75);
  assert.match(waits.err, /PARLANCE_EMAIL_GATEWAY_PATTERN is not set/);
  const large = await createCommandRunner(t, "x".repeat(25 * 1024 * 1024 + 1));
  assert.equal((await large("mail", "receive", "--to", to)).code, 65);
});

test("an invalid email is rejected immediately, whatever bytes it contains, and the mail server gets the reason", async (t) => {
  const realm = await createTestOrganization(server);
  const channel = await realm.hamlet.createChannel("denmark");
  const { email: to } = await realm.hamlet.callOrThrow("GET", `/streams/${channel}/email_address`);
  const receives = async (input: string) => (await createCommandRunner(t, input))("mail", "receive", "--to", to);
  const refusals = {
    "From: a@example.com, b@example.com\n\nx": /more than one From address/,
    [`From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n\n${"--b\n\nx\n".repeat(600)}`]:
      /more than 500 parts/,
    [`From: a@example.com\n${"X: y\n".repeat(6000)}\nx`]: /too many headers/,
    "\0\x01\x02\x7f\r\r\n\0": /does not say who wrote it/,
  };
  for (const [input, reason] of Object.entries(refusals)) {
    const { code, err } = await receives(input);
    assert.equal(code, 65, input.slice(0, 80));
    assert.match(err, reason);
  }
  // Input as mail programs send it: with a line before the headers, and with the system's line ends.
  const received = await receives(
    "From a@example.com Tue Dec  1 09:12:00 2026\nFrom: a@example.com\nSubject: \0s\n\nx\0y\n",
  );
  assert.equal(received.code, 0);
  const newest = { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false } as const;
  await until(async () => (await realm.hamlet.callOrThrow("GET", "/messages", newest)).messages[0]?.subject === "s");
  const { messages } = await realm.hamlet.callOrThrow("GET", "/messages", newest);
  assert.equal(messages[0]?.content, "From: a@example.com\nxy");
  // Automatic replies are accepted and then ignored, because a rejection could cause another email.
  assert.equal((await receives("From: a@example.com\nAuto-Submitted: auto-replied\n\nx")).code, 0);
});
