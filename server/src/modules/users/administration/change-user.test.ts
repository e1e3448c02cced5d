import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import {
  createTestOrganization,
  type Parameters,
  type TestUser,
  testServer,
  type TestOrganization,
  watchEvents,
} from "@parlance/testkit";
import { setOperatorRights } from "#modules/users/accounts/actions/set-operator-rights.ts";

await testServer();

const kinds = (events: { type: string; op?: string | undefined }[] | undefined) =>
  events?.map(({ type, op }) => (op ? `${type}/${op}` : type));

const people = (events: { type: string; person?: unknown }[] | undefined) =>
  events?.filter(({ type }) => type === "realm_user").map(({ person }) => person);

const changes = (actor: TestUser, { id }: { id: number }, parameters: Parameters) =>
  actor.patch(`/users/${id}`, parameters);

async function refusal(answer: ReturnType<TestUser["patch"]>): Promise<unknown[]> {
  const { status, code, msg } = await answer;
  return [status, code, msg];
}

const INSUFFICIENT = [400, "BAD_REQUEST", "Insufficient permission"];
const NEEDS_OWNER = [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"];

async function mayChangeEmails({ server, iago }: TestOrganization): Promise<void> {
  await server.db.write((tx) => setOperatorRights(tx, iago.id, { canChangeEmails: true }));
}

const audited = ({ server, realmId }: TestOrganization) =>
  server.db.reader
    .selectFrom("audit_log")
    .select(["act", "actor_id", "target_id", "before", "after"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();

test("an administrator can rename a user, and all users receive an event", async () => {
  const realm = await createTestOrganization();
  const { iago, othello, polonius } = realm;
  const received = await watchEvents([iago, othello, polonius], () =>
    iago.callOrThrow("PATCH", `/users/${othello.id}`, { full_name: " Othello the Moor " }),
  );
  for (const events of received) {
    assert.deepEqual(kinds(events), ["realm_user/update"]);
    assert.deepEqual(people(events), [{ user_id: othello.id, full_name: "Othello the Moor" }]);
  }
  assert.deepEqual(await audited(realm), [
    {
      act: "user.renamed",
      actor_id: iago.id,
      target_id: othello.id,
      before: { full_name: "Othello" },
      after: { full_name: "Othello the Moor" },
    },
  ]);
});

test("a blank name or the present name changes nothing", async () => {
  const realm = await createTestOrganization();
  const { iago, othello } = realm;
  for (const full_name of ["", "   ", "Othello", " Othello "]) {
    const [received] = await watchEvents([iago], () =>
      iago.callOrThrow("PATCH", `/users/${othello.id}`, { full_name }),
    );
    assert.deepEqual(received, [], JSON.stringify(full_name));
  }
  await iago.callOrThrow("PATCH", `/users/${othello.id}`);
  assert.deepEqual(await audited(realm), []);
});

test("invalid names are rejected", async () => {
  const { iago, othello } = await createTestOrganization();
  const refused: [string, string][] = [
    ["O", "Name too short!"],
    ["O".repeat(101), "Name too long!"],
    ["Oth*llo", "Invalid characters in name!"],
    ["Othello|7", "Invalid format!"],
  ];
  for (const [full_name, msg] of refused) {
    assert.deepEqual(await refusal(changes(iago, othello, { full_name })), [400, "BAD_REQUEST", msg]);
  }
});

test("if names must be unique, the names of deactivated users stay reserved, and only one of several concurrent changes to the same name succeeds", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, hamlet, othello, cordelia } = realm;
  await desdemona.callOrThrow("PATCH", "/realm", { require_unique_names: true });
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  const nameInUse = [400, "BAD_REQUEST", "Unique names required in this organization."];
  assert.deepEqual(await refusal(changes(iago, hamlet, { full_name: "ＯＴＨＥＬＬＯ" })), nameInUse);
  assert.equal(
    (await changes(iago, hamlet, { full_name: "king hamlet" })).status,
    200,
    "the user's own name counts as available",
  );

  const answers = await Promise.all(
    [hamlet, cordelia, realm.shiva].map((person) => changes(iago, person, { full_name: "Yorick" })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400, 400],
  );
});

test("an administrator can change the role of a user", async () => {
  const realm = await createTestOrganization();
  const { iago, othello, polonius } = realm;
  const received = await watchEvents([iago, polonius, othello], () =>
    iago.callOrThrow("PATCH", `/users/${othello.id}`, { role: 300 }),
  );
  for (const events of received) assert.deepEqual(people(events), [{ user_id: othello.id, role: 300 }]);
  const [act] = await audited(realm);
  assert.deepEqual(act, {
    act: "user.role_changed",
    actor_id: iago.id,
    target_id: othello.id,
    before: { role: 400 },
    after: { role: 300 },
  });
  assert.deepEqual(await refusal(changes(iago, othello, { role: 500 })), [400, "BAD_REQUEST", "Invalid role"]);
  assert.deepEqual(await refusal(changes(iago, othello, { role: "member" })), [
    400,
    "BAD_REQUEST",
    "role is not valid JSON",
  ]);
});

test("only owners can grant and revoke the owner role, and users cannot raise their own role", async () => {
  const { desdemona, iago, shiva, hamlet, othello } = await createTestOrganization();
  assert.deepEqual(await refusal(changes(iago, iago, { role: 100 })), NEEDS_OWNER);
  assert.deepEqual(await refusal(changes(iago, othello, { role: 100 })), NEEDS_OWNER);
  assert.deepEqual(await refusal(changes(iago, desdemona, { role: 400 })), NEEDS_OWNER);
  for (const person of [shiva, hamlet]) {
    assert.deepEqual(await refusal(changes(person, person, { role: 200 })), INSUFFICIENT);
  }
  await desdemona.callOrThrow("PATCH", `/users/${othello.id}`, { role: 100 });
  await othello.callOrThrow("PATCH", `/users/${desdemona.id}`, { role: 400 });
  await iago.callOrThrow("PATCH", `/users/${iago.id}`, { role: 400 });
  assert.deepEqual(await refusal(changes(iago, hamlet, { full_name: "Nobody" })), INSUFFICIENT);
});

test("the role of the last owner cannot be changed, even if the last two owners give it up at the same time", async () => {
  const { desdemona, iago } = await createTestOrganization();
  const last = [400, "BAD_REQUEST", "The owner permission cannot be removed from the only organization owner."];
  assert.deepEqual(await refusal(changes(desdemona, desdemona, { role: 200 })), last);
  await desdemona.callOrThrow("PATCH", `/users/${iago.id}`, { role: 100 });
  const answers = await Promise.all([changes(desdemona, desdemona, { role: 400 }), changes(iago, iago, { role: 400 })]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  );
});

test("an administrator with the operators' permission can change a user's address, which takes effect immediately", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, othello, polonius, host } = realm;
  await mayChangeEmails(realm);
  const new_email = `moor@${host}`;
  const received = await watchEvents([iago, hamlet, polonius], () =>
    iago.callOrThrow("PATCH", `/users/${othello.id}`, { new_email }),
  );
  for (const events of received) {
    const [address, name, picture, ...more] = people(events) as Record<string, string>[];
    assert.deepEqual(address, { user_id: othello.id, delivery_email: new_email });
    assert.deepEqual(name, { user_id: othello.id, new_email });
    assert.match(picture?.["avatar_url"] ?? "", /^https:/);
    assert.deepEqual(more, []);
  }
  assert.equal((await othello.get("/users/me")).status, 401, "the old address belongs to no account");
  const call = Buffer.from(`${new_email}:${othello.apiKey}`).toString("base64");
  const answer = await othello.call("GET", "/users/me", {}, { authorization: `Basic ${call}` });
  assert.equal(answer["delivery_email"], new_email);
  const [act] = await audited(realm);
  assert.deepEqual(
    [act?.act, act?.before, act?.after],
    ["user.email_changed", { delivery_email: othello.email }, { delivery_email: new_email }],
  );
});

test("only users who can see a changed address receive it", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, othello, host } = realm;
  await mayChangeEmails(realm);
  await othello.callOrThrow("PATCH", "/settings", { email_address_visibility: 3 });
  const [toIago, toHamlet] = await watchEvents([iago, hamlet], () =>
    iago.callOrThrow("PATCH", `/users/${othello.id}`, { new_email: `moor@${host}` }),
  );
  assert.deepEqual(people(toIago)?.[0], { user_id: othello.id, delivery_email: `moor@${host}` });
  assert.equal(JSON.stringify(toHamlet).includes("moor@"), false);
});

test("an address can be changed only with the operators' permission and to an available address", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, hamlet, othello, cordelia, host } = realm;
  const unauthorized = [400, "BAD_REQUEST", "User not authorized to change user emails"];
  for (const person of [desdemona, iago]) {
    assert.deepEqual(await refusal(changes(person, othello, { new_email: `moor@${host}` })), unauthorized);
  }
  assert.equal(
    (await changes(iago, othello, { new_email: othello.email })).status,
    200,
    "a request without a change needs no permission",
  );
  await mayChangeEmails(realm);
  await iago.callOrThrow("DELETE", `/users/${cordelia.id}`);
  const problems: [string, string][] = [
    ["moor", "Invalid new email address."],
    ["", "Invalid new email address."],
    [hamlet.email.toUpperCase(), "New email value error: Already has an account."],
    [cordelia.email, "New email value error: Account has been deactivated."],
    [`user${hamlet.id}@${host}`, "New email value error: Already has an account."],
  ];
  for (const [new_email, msg] of problems) {
    assert.deepEqual(await refusal(changes(iago, othello, { new_email })), [400, "BAD_REQUEST", msg]);
  }
  assert.equal((await changes(iago, othello, { new_email: othello.email.toUpperCase() })).status, 200);

  const answers = await Promise.all(
    [hamlet, othello].map((person) => changes(iago, person, { new_email: `yorick@${host}` })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400],
  );
});

test("an administrator can fill in a user's profile", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  const { id } = await iago.callOrThrow("POST", "/realm/profile_fields", { name: "Birthplace", field_type: 1 });
  const [received] = await watchEvents([hamlet], () =>
    iago.callOrThrow("PATCH", `/users/${othello.id}`, { profile_data: [{ id, value: "Mauritania" }] }),
  );
  const value = { id, value: "Mauritania", rendered_value: "<p>Mauritania</p>" };
  assert.deepEqual(people(received), [{ user_id: othello.id, custom_profile_field: value }]);
  const unknown = changes(iago, othello, { profile_data: [{ id: 2 ** 31 - 1, value: "x" }] });
  assert.deepEqual(await refusal(unknown), [400, "BAD_REQUEST", `Field id ${2 ** 31 - 1} not found.`]);
});

test("an account can be identified by its placeholder address, or by its real address if the caller can see it", async () => {
  const { iago, othello, host } = await createTestOrganization();
  const byAddress = (email: string, full_name: string) =>
    iago.patch(`/users/${encodeURIComponent(email)}`, { full_name });
  assert.equal((await byAddress(othello.email, "Moor")).status, 200);
  assert.equal((await byAddress(`user${othello.id}@${host}`, "Moor of Venice")).status, 200);
  assert.equal((await iago.get(`/users/${othello.id}`))["user"].full_name, "Moor of Venice");
  await othello.callOrThrow("PATCH", "/settings", { email_address_visibility: 4 });
  assert.deepEqual(await refusal(byAddress(othello.email, "Nobody")), [400, "BAD_REQUEST", "No such user"]);
});

test("only administrators and the owner of a bot can change an account", async () => {
  const { iago, shiva, hamlet, othello, cordelia, polonius, bot } = await createTestOrganization();
  for (const person of [shiva, hamlet, polonius, bot]) {
    assert.deepEqual(await refusal(changes(person, othello, { full_name: "Nobody" })), INSUFFICIENT, person.fullName);
  }
  assert.deepEqual(await refusal(changes(cordelia, bot, { full_name: "Nobody" })), INSUFFICIENT);
  assert.equal((await changes(hamlet, bot, { full_name: "Good Helper" })).status, 200);
  assert.deepEqual(await refusal(changes(hamlet, bot, { role: 200 })), [
    400,
    "UNAUTHORIZED_PRINCIPAL",
    "Must be an organization administrator",
  ]);
  assert.equal((await changes(iago, bot, { role: 300 })).status, 200);
  const unknownUsers = [(await createTestOrganization()).hamlet, { id: 2 ** 31 - 1 }];
  for (const unknownUser of unknownUsers) {
    assert.deepEqual(await refusal(changes(iago, unknownUser, {})), [400, "BAD_REQUEST", "No such user"]);
  }
});

test("the name and address of a bot can be changed like those of a user, and the bot's owner and administrators also receive bot events", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, bot, cordelia, host } = realm;
  await mayChangeEmails(realm);
  const [toHamlet, toCordelia] = await watchEvents([hamlet, cordelia, iago], () =>
    iago.callOrThrow("PATCH", `/users/${bot.id}`, { full_name: "Aide", new_email: `aide-bot@${host}` }),
  );
  assert.ok(kinds(toHamlet)?.some((kind) => kind.startsWith("realm_bot/")));
  assert.ok(!kinds(toCordelia)?.some((kind) => kind.startsWith("realm_bot/")));
  assert.deepEqual(people(toCordelia)?.[0], { user_id: bot.id, full_name: "Aide" });
});

test("a deactivated user can be changed, and events about the groups of a new role are emitted only on reactivation", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  const [received] = await watchEvents([hamlet, iago], () =>
    iago.callOrThrow("PATCH", `/users/${othello.id}`, { full_name: "The late Othello", role: 200 }),
  );
  assert.deepEqual(kinds(received), ["realm_user/update", "realm_user/update"]);
  const [back] = await watchEvents([hamlet, iago], () => iago.callOrThrow("POST", `/users/${othello.id}/reactivate`));
  assert.ok(kinds(back)?.includes("user_group/add_members"));
  assert.equal((await othello.get("/users/me"))["role"], roles.administrator);
});

test("if one of several changes is not possible, none is applied", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, othello } = realm;
  const [received] = await watchEvents([hamlet], async () => {
    const { status } = await changes(iago, othello, { role: 200, full_name: "O", profile_data: [] });
    assert.equal(status, 400);
  });
  assert.deepEqual(received, []);
  assert.equal((await iago.get(`/users/${othello.id}`))["user"].role, roles.member);
  assert.deepEqual(await audited(realm), []);
});
