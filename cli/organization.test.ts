import assert from "node:assert/strict";
import { test } from "node:test";
import { ADA, newInstallation, parlance, parlanceProcess } from "./fixtures/command-line.ts";

test("an organization comes with an owner, whose password is shown once if it was made", async (t) => {
  const installation = await newInstallation(t);
  const created = await installation.does(["organization", "create", ...ADA]);
  assert.equal(created.url, "https://chat.example.com");
  assert.equal(created.owner.email, "ada@example.com");
  assert.match(created.owner.password, /^[\w-]{16}$/);

  const { organizations } = await installation.does(["organization", "list"]);
  assert.deepEqual(organizations, [
    { id: created.id, name: "Acme", subdomain: "", url: "https://chat.example.com", people: 1, is_deactivated: false },
  ]);
  const { users } = await installation.does(["user", "list"]);
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

test("a password from standard input is not shown", async (t) => {
  const installation = await newInstallation(t);
  const args = ["organization", "create", ...ADA, "--password-stdin", "--json"];
  const created = await parlanceProcess(args, { env: installation.env, input: "correct horse\n" });
  assert.equal(created.code, 0, created.err);
  assert.ok(!("password" in created.json.owner));
  assert.doesNotMatch(created.out, /correct horse/);
});

test("what is refused is said on standard error, and leaves nothing behind", async (t) => {
  const installation = await newInstallation(t);
  const refusals: [string[], string, RegExp][] = [
    [[...ADA, "--password-stdin"], "short", /too weak/],
    [[...ADA, "--password-stdin"], "", /standard input is empty/],
    [[...ADA, "--subdomain", "-x-"], "", /subdomain/],
    [[...ADA.slice(0, 2), "--owner-email", "ada", "--owner-name", "Ada"], "", /valid email/],
  ];
  for (const [args, input, message] of refusals) {
    const { code, out, err } = await installation.runs(["organization", "create", ...args], input);
    assert.equal(code, 1);
    assert.equal(out, "");
    assert.match(JSON.parse(err).error, message);
  }
  assert.deepEqual((await installation.does(["organization", "list"])).organizations, []);

  await installation.does(["organization", "create", ...ADA]);
  const again = await installation.runs(["organization", "create", ...ADA]);
  assert.match(JSON.parse(again.err).error, /^Acme is already at https:\S+; choose a subdomain with --subdomain$/);
});

test("with several organizations one has to say which", async (t) => {
  const installation = await newInstallation(t);
  await installation.does(["organization", "create", ...ADA]);
  const labs = await installation.does(["organization", "create", ...ADA, "--subdomain", "labs"]);
  assert.equal(labs.url, "https://labs.chat.example.com");

  const unclear = await installation.runs(["user", "list"]);
  assert.match(JSON.parse(unclear.err).error, /--organization.*labs/);
  const { users } = await installation.does(["user", "list", "--organization", "labs"]);
  assert.equal(users[0]?.user_id, labs.owner.user_id);
  const root = await installation.does(["user", "list", "-o", ""]);
  assert.notEqual(root.users[0]?.user_id, labs.owner.user_id);
  const unknown = await installation.runs(["user", "list", "-o", "other"]);
  assert.match(JSON.parse(unknown.err).error, /no organization 'other'/);
});

test("a subdomain takes a host that has a name", async (t) => {
  const installation = await newInstallation(t);
  const env = { ...installation.env, PARLANCE_EXTERNAL_URL: "http://192.0.2.1" };
  const { code, err } = await parlance(["organization", "create", ...ADA, "--subdomain", "labs"], { env });
  assert.equal(code, 1);
  assert.match(err, /192\.0\.2\.1 cannot have subdomains; set PARLANCE_EXTERNAL_URL/);
});
