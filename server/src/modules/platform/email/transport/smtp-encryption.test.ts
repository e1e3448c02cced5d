import assert from "node:assert/strict";
import { test } from "node:test";
import { startMailbox, startServer } from "@parlance/testkit";
import { parseSmtpUrl } from "./smtp-url.ts";
import { createEmailRealm } from "../fixtures/email-fixture.ts";

/** Starts a mail server that supports TLS with an untrusted certificate and requires a login. */
async function guarded() {
  const seen: string[] = [];
  const mailbox = await startMailbox({
    logger: false,
    authOptional: false,
    disabledCommands: [],
    onAuth: ({ username, password }, { secure }, done) => {
      seen.push(`${username}:${password} ${secure ? "encrypted" : "for all to read"}`);
      done(null, { user: username ?? "" });
    },
  });
  return { mailbox, seen, url: mailbox.url.replace("smtp://", "smtp://chat:pass%2Fword@") };
}

async function castleWith(smtpUrl: string) {
  return createEmailRealm(await startServer({ smtpUrl }, { withJobs: true }));
}

test("emails are sent over TLS, with the user name and password in SMTP_URL", async () => {
  const { mailbox, seen, url } = await guarded();
  const castle = await castleWith(`${url}?tls=required&certificate=any`);
  await castle.writesTo("ada@example.com");
  await mailbox.next("ada@example.com");
  assert.deepEqual(seen, ["chat:pass/word encrypted"]);
});

test("a mail server with an untrusted certificate receives neither the password nor the email", async () => {
  const { mailbox, seen, url } = await guarded();
  const castle = await castleWith(`${url}?tls=required`);
  await castle.writesTo("ada@example.com");
  const row = await castle.when("ada@example.com", ({ last_error }) => last_error !== null);
  assert.equal(row.state, "waiting");
  assert.match(row.last_error ?? "", /certificate/);
  assert.deepEqual([seen, mailbox.all()], [[], []]);
});

test("if TLS is required and the mail server does not offer it, nothing is sent", async () => {
  const mailbox = await startMailbox();
  const castle = await castleWith(`${mailbox.url}?tls=required`);
  await castle.writesTo("ada@example.com");
  const row = await castle.when("ada@example.com", ({ last_error }) => last_error !== null);
  assert.equal(row.state, "waiting");
  assert.deepEqual(mailbox.all(), []);
});

test("if the mail server rejects the password, emails wait until the operator fixes it", async () => {
  const mailbox = await startMailbox({
    authOptional: false,
    onAuth: (_auth, _session, done) => done(new Error("Wrong")),
    allowInsecureAuth: true,
  });
  const castle = await castleWith(mailbox.url.replace("smtp://", "smtp://chat:old@"));
  await castle.writesTo("ada@example.com");
  const row = await castle.when("ada@example.com", ({ last_error }) => last_error !== null);
  assert.equal(row.state, "waiting");
  assert.match(row.last_error ?? "", /^535 /);
});

test("a password is sent to other machines only over TLS, unless the operator configures otherwise", () => {
  const encryption = (url: string) => {
    const server = parseSmtpUrl(url);
    return server && (server.isSecure ? "from the start" : server.encryption);
  };
  assert.equal(encryption("smtp://chat:secret@mail.example.com"), "required");
  assert.equal(encryption("smtp://chat:secret@192.0.2.1:25"), "required");
  assert.equal(encryption("smtps://chat:secret@mail.example.com"), "from the start");
  assert.equal(encryption("smtp://chat:secret@mail.example.com?tls=off"), "off");
  assert.equal(encryption("smtp://chat:secret@localhost:1025"), "optional");
  assert.equal(encryption("smtp://mail.example.com"), "optional");
});

test("a valid SMTP_URL is parsed, and a malformed one is rejected", () => {
  assert.deepEqual(parseSmtpUrl("smtp://a%40b:c%3Ad@[2001:db8::1]:2525?tls=optional"), {
    host: "2001:db8::1",
    port: 2525,
    isSecure: false,
    encryption: "optional",
    anyCertificate: false,
    login: { user: "a@b", password: "c:d" },
  });
  assert.equal(parseSmtpUrl("smtp://x")?.port, 587);
  assert.equal(parseSmtpUrl("smtps://x")?.port, 465);
  const slips = [
    "mail.example.com",
    "http://mail.example.com",
    "smtp://",
    "smtp://x/path",
    "smtp://x?tsl=off",
    "smtp://x?tls=maybe",
    "smtp://x?certificate=none",
    "smtp://a%zz:b@x",
    "smtp://:password@x",
    "smtp://x#y",
  ];
  for (const slip of slips) assert.equal(parseSmtpUrl(slip), null, slip);
});
