import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import { createTestOrganization, watchEvents } from "@parlance/testkit";
import { ScimDirectory } from "./fixtures/scim-directory.ts";

type Facts = Readonly<Record<string, unknown>>;

/** Returns a user as Okta sends it. */
const person = (email: string, more: object = {}) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  userName: email,
  name: { givenName: "Horatio", familyName: "of Elsinore" },
  emails: [{ primary: true, value: email, type: "work" }],
  displayName: "Horatio of Elsinore",
  locale: "en-US",
  externalId: "00ujl29u0le5T6Aj10h7",
  groups: [],
  password: "1mz050nq",
  active: true,
  ...more,
});

test("if a search by Okta finds no user, Okta creates an account, and all users receive an event", async () => {
  const realm = await createTestOrganization();
  const okta = await ScimDirectory.of(realm);
  const email = `horatio@${realm.host}`;
  const filter = encodeURIComponent(`userName eq "${email}"`);
  const none = await okta.does("GET", `/Users?filter=${filter}&startIndex=1&count=100`);
  assert.deepEqual([none.totalResults, none.Resources], [0, []]);

  let made: Facts = {};
  await watchEvents(
    [realm.hamlet, realm.polonius],
    async () => (made = await okta.does("POST", "/Users", person(email))),
  );
  const { user } = await realm.iago.get(`/users/${email}`);
  const { user_id, full_name, role, is_active } = user as Facts;
  assert.deepEqual(
    [String(user_id), full_name, role, is_active],
    [made["id"], "Horatio of Elsinore", roles.member, true],
  );
  assert.deepEqual(made["emails"], [{ value: email, type: "work", primary: true }]);
  assert.equal(made["externalId"], "00ujl29u0le5T6Aj10h7");
});

test("a user created by the directory is subscribed to the default channels", async () => {
  const realm = await createTestOrganization();
  const id = await realm.desdemona.createChannel("news", [], { is_default_stream: true });
  const okta = await ScimDirectory.of(realm);
  const made = await okta.user(person(`horatio@${realm.host}`));
  const { subscribers } = await realm.desdemona.get(`/streams/${id}/members`);
  assert.ok(subscribers.includes(Number(made.id)));
});

test("replacing a user updates name, email address and role, and is recorded in the audit log", async () => {
  const realm = await createTestOrganization();
  const okta = await ScimDirectory.of(realm);
  const made = await okta.user(person(`horatio@${realm.host}`));
  const email = `h@${realm.host}`;
  const changed = person(email, {
    name: { givenName: "Horatio", familyName: "the Friend" },
    displayName: "Horatio the Friend",
    role: "moderator",
    id: made.id,
  });
  await watchEvents([realm.hamlet], () => okta.does("PUT", `/Users/${made.id}`, changed));
  const { user } = await realm.iago.get(`/users/${made.id}`);
  const { full_name, delivery_email, role } = user as Facts;
  assert.deepEqual([full_name, delivery_email, role], ["Horatio the Friend", email, roles.moderator]);

  const { entries } = await realm.iago.callOrThrow("GET", "/audit_log", { limit: 4 });
  const actors = entries.map(({ act, actor_id }) => [act, actor_id]);
  for (const act of ["user.email_changed", "user.role_changed", "user.renamed"]) {
    assert.ok(
      actors.some(([one, actor]) => one === act && actor === null),
      `${act}: ${JSON.stringify(actors)}`,
    );
  }
});

test("a deactivated user can no longer use the API, and can be reactivated", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const okta = await ScimDirectory.of(realm);
  const [found] = await okta.finds("Users", `userName eq "${hamlet.email}"`);
  assert.equal(found?.id, String(hamlet.id));
  const turn = (active: boolean) => okta.patch(`/Users/${hamlet.id}`, { op: "replace", value: { active } });

  let answer = await turn(false);
  assert.deepEqual([answer.status, answer.body["active"]], [200, false]);
  assert.equal((await hamlet.get("/users/me")).status, 401);
  assert.equal((await okta.does("GET", `/Users/${hamlet.id}`))["active"], false);

  await watchEvents([othello], async () => (answer = await turn(true)));
  assert.deepEqual([answer.status, answer.body["active"]], [200, true]);
  assert.equal((await hamlet.get("/users/me")).status, 200);
});

test("a request that deactivates or reactivates a user can also change all other attributes", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, desdemona } = realm;
  await desdemona.callOrThrow("PATCH", "/realm", { require_unique_names: true });
  await desdemona.createChannel("castle", [hamlet, othello]);
  await hamlet.callOrThrow("POST", "/bots", { full_name: "Gravedigger", short_name: "grave" });
  const okta = await ScimDirectory.of(realm);
  const all = (name: string, role: string, active: boolean) =>
    person(`${name}@${realm.host}`, { displayName: `Prince ${name}`, role, active });
  for (const [index, [role, active]] of (
    [
      ["guest", false],
      ["moderator", true],
      ["member", false],
    ] as const
  ).entries()) {
    await watchEvents([othello, desdemona], async () => {
      const { status, body } = await okta.request("PUT", `/Users/${hamlet.id}`, all(`h${index}`, role, active));
      assert.equal(status, 200, JSON.stringify(body));
    });
  }
  await okta.does("DELETE", `/Users/${hamlet.id}`);
  await watchEvents([othello], async () => {
    const back = await okta.user(all("h2", "administrator", true));
    assert.deepEqual([back.id, back["active"]], [String(hamlet.id), true]);
  });
});

test("groups can be created with members, renamed, changed and deleted, and creating a deleted group again restores it", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago, desdemona } = realm;
  const okta = await ScimDirectory.of(realm);
  let id = "";
  await watchEvents([hamlet, desdemona], async () => {
    const made = await okta.group({
      displayName: "Castle",
      members: [{ value: String(hamlet.id), display: "Hamlet" }],
    });
    id = made.id;
    // In a rename, Okta also sends the group's id in the value.
    const renamed = await okta.patch(`/Groups/${id}`, { op: "replace", value: { id, displayName: "Elsinore" } });
    assert.equal(renamed.status, 204);
    const changed = await okta.patch(
      `/Groups/${id}`,
      { op: "remove", path: `members[value eq "${hamlet.id}"]` },
      { op: "add", path: "members", value: [{ value: String(othello.id) }, { value: String(iago.id) }] },
    );
    assert.equal(changed.status, 204);
  });
  const group = await okta.does("GET", `/Groups/${id}`);
  assert.equal(group["displayName"], "Elsinore");
  const members = new Set((group["members"] as Facts[]).map(({ value }) => value));
  assert.deepEqual(members, new Set([String(othello.id), String(iago.id)]));

  await watchEvents([hamlet], () => okta.does("DELETE", `/Groups/${id}`));
  assert.equal((await okta.request("GET", `/Groups/${id}`)).status, 404);
  assert.equal((await okta.group({ displayName: "Elsinore" })).id, id);
});
