import assert from "node:assert/strict";
import { test } from "node:test";
import { ADA_OPTIONS, createInstallation, runParlance, runParlanceProcess } from "./fixtures/command-line.ts";

test("a new organization has an owner, and a generated password for the owner is shown once", async (t) => {
  const installation = await createInstallation(t);
  const created = await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  assert.equal(created.url, "https://chat.example.com");
  assert.equal(created.owner.email, "ada@example.com");
  assert.match(created.owner.password, /^[\w-]{16}$/);

  const { organizations } = await installation.runOrThrow(["organization", "list"]);
  assert.deepEqual(organizations, [
    { id: created.id, name: "Acme", subdomain: "", url: "https://chat.example.com", people: 1, is_deactivated: false },
  ]);
  const { users } = await installation.runOrThrow(["user", "list"]);
  assert.deepEqual(users, [
    {
      user_id: created.owner.user_id,
      email: "ada@example.com",
      full_name: "Ada Okafor",
      role: 100,
      is_bot: false,
      is_active: true,
    },
  ]);
});

test("a password that was read from standard input is not shown", async (t) => {
  const installation = await createInstallation(t);
  const args = ["organization", "create", ...ADA_OPTIONS, "--password-stdin", "--json"];
  const created = await runParlanceProcess(args, { env: installation.env, input: "correct horse\n" });
  assert.equal(created.code, 0, created.err);
  assert.ok(!("password" in created.json.owner));
  assert.doesNotMatch(created.out, /correct horse/);
});

test("in case of an error, the message is written to standard error and nothing is created", async (t) => {
  const installation = await createInstallation(t);
  const refusals: [string[], string, RegExp][] = [
    [[...ADA_OPTIONS, "--password-stdin"], "short", /too weak/],
    [[...ADA_OPTIONS, "--password-stdin"], "", /standard input is empty/],
    [[...ADA_OPTIONS, "--subdomain", "-x-"], "", /subdomain/],
    [[...ADA_OPTIONS.slice(0, 2), "--owner-email", "ada", "--owner-name", "Ada"], "", /valid email/],
  ];
  for (const [args, input, message] of refusals) {
    const { code, out, err } = await installation.run(["organization", "create", ...args], input);
    assert.equal(code, 1);
    assert.equal(out, "");
    assert.match(JSON.parse(err).error, message);
  }
  assert.deepEqual((await installation.runOrThrow(["organization", "list"])).organizations, []);

  await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  const again = await installation.run(["organization", "create", ...ADA_OPTIONS]);
  assert.match(JSON.parse(again.err).error, /^Acme is already at https:\S+; choose a subdomain with --subdomain$/);
});

test("if there are several organizations, the command must name one", async (t) => {
  const installation = await createInstallation(t);
  await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  const labs = await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS, "--subdomain", "labs"]);
  assert.equal(labs.url, "https://labs.chat.example.com");

  const unclear = await installation.run(["user", "list"]);
  assert.match(JSON.parse(unclear.err).error, /--organization.*labs/);
  const { users } = await installation.runOrThrow(["user", "list", "--organization", "labs"]);
  assert.equal(users[0]?.user_id, labs.owner.user_id);
  const root = await installation.runOrThrow(["user", "list", "-o", ""]);
  assert.notEqual(root.users[0]?.user_id, labs.owner.user_id);
  const unknown = await installation.run(["user", "list", "-o", "other"]);
  assert.match(JSON.parse(unknown.err).error, /no organization 'other'/);
});

test("an organization with a subdomain requires that the server's URL has a host name", async (t) => {
  const installation = await createInstallation(t);
  const env = { ...installation.env, PARLANCE_EXTERNAL_URL: "http://192.0.2.1" };
  const { code, err } = await runParlance(["organization", "create", ...ADA_OPTIONS, "--subdomain", "labs"], { env });
  assert.equal(code, 1);
  assert.match(err, /192\.0\.2\.1 cannot have subdomains; set PARLANCE_EXTERNAL_URL/);
});
