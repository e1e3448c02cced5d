import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents } from "@parlance/testkit";
import { ScimDirectory } from "./fixtures/scim-directory.ts";

type Facts = Readonly<Record<string, unknown>>;

test("a directory can reactivate only users whom it has deactivated itself", async () => {
  const realm = await createTestOrganization();
  const { hamlet, iago } = realm;
  const directory = await ScimDirectory.of(realm);
  const turnOn = () => directory.patch(`/Users/${hamlet.id}`, { op: "replace", path: "active", value: true });
  await iago.callOrThrow("DELETE", `/users/${hamlet.id}`);
  const refused = await turnOn();
  assert.deepEqual([refused.status, refused.body["status"]], [403, "403"]);
  assert.equal((await hamlet.get("/users/me")).status, 401);

  // If the directory and then an administrator deactivate a user, the administrator's deactivation counts.
  await iago.callOrThrow("POST", `/users/${hamlet.id}/reactivate`);
  await directory.patch(`/Users/${hamlet.id}`, { op: "replace", path: "active", value: false });
  await iago.callOrThrow("POST", `/users/${hamlet.id}/reactivate`);
  await iago.callOrThrow("DELETE", `/users/${hamlet.id}`);
  assert.equal((await turnOn()).status, 403);
  await directory.does("DELETE", `/Users/${hamlet.id}`);
  const again = await directory.request("POST", "/Users", { userName: hamlet.email });
  assert.deepEqual([again.status, again.body["scimType"]], [409, "uniqueness"]);
});

test("the only owner can neither be deactivated nor get another role", async () => {
  const realm = await createTestOrganization();
  const { desdemona } = realm;
  const directory = await ScimDirectory.of(realm);
  const path = `/Users/${desdemona.id}`;
  for (const operation of [
    { op: "replace", path: "active", value: false },
    { op: "replace", path: "roles", value: [{ value: "member" }] },
  ]) {
    const { status, body } = await directory.patch(path, operation);
    assert.deepEqual([status, body["scimType"]], [400, "mutability"]);
  }
  assert.equal((await directory.request("DELETE", path)).status, 400);
  assert.equal((await desdemona.get("/users/me")).status, 200);
});

test("a role that a directory assigns changes what the user can see, and the user receives events", async () => {
  const realm = await createTestOrganization();
  const { hamlet, polonius } = realm;
  await realm.desdemona.createChannel("open to members", []);
  const directory = await ScimDirectory.of(realm);
  const setRole = (id: number, value: string) =>
    directory.patch(`/Users/${id}`, { op: "replace", path: "roles", value: [{ value, primary: true }] });
  await watchEvents([hamlet, polonius], async () => {
    assert.equal((await setRole(polonius.id, "member")).status, 200);
    assert.equal((await setRole(hamlet.id, "guest")).status, 200);
  });
  const unknown = await setRole(hamlet.id, "king");
  assert.deepEqual([unknown.status, unknown.body["scimType"]], [400, "invalidValue"]);
});

test("if a directory sends no role, the role stays unchanged", async () => {
  const realm = await createTestOrganization();
  const { iago } = realm;
  const directory = await ScimDirectory.of(realm);
  const { roles: _roles, ...rest } = await directory.does("GET", `/Users/${iago.id}`);
  const response = await directory.does("PUT", `/Users/${iago.id}`, rest);
  assert.deepEqual(response["roles"], [{ value: "administrator", primary: true }]);
});

test("a directory finds neither users and groups of other organizations, nor bots and system groups", async () => {
  const [realm, other] = [await createTestOrganization(), await createTestOrganization()];
  const directory = await ScimDirectory.of(realm);
  const foreignGroup = await (await ScimDirectory.of(other)).group({ displayName: "Others" });
  for (const path of [
    `/Users/${other.hamlet.id}`,
    `/Users/${realm.bot.id}`,
    "/Users/0",
    "/Users/x",
    "/Users/99999999999",
  ]) {
    for (const method of ["GET", "DELETE"]) assert.equal((await directory.request(method, path)).status, 404, path);
    assert.equal((await directory.patch(path, { op: "replace", path: "active", value: false })).status, 404, path);
    assert.equal((await directory.request("PUT", path, { userName: "a@example.com" })).status, 404, path);
  }
  const { user_groups } = await realm.iago.get("/user_groups");
  const system = (user_groups as { id: number; is_system_group: boolean }[]).find((one) => one.is_system_group);
  for (const path of [`/Groups/${foreignGroup.id}`, `/Groups/${system?.id}`]) {
    assert.equal((await directory.request("GET", path)).status, 404);
    assert.equal((await directory.request("DELETE", path)).status, 404);
    assert.equal((await directory.patch(path, { op: "replace", path: "displayName", value: "Mine" })).status, 404);
  }
  const { Resources: people } = await directory.does("GET", "/Users?count=200");
  const ids = people.map(({ id }) => Number(id));
  assert.ok(ids.includes(realm.hamlet.id) && !ids.includes(realm.bot.id) && !ids.includes(other.hamlet.id));
  const rejected = await directory.request("POST", "/Users", { userName: realm.bot.email });
  assert.equal(rejected.status, 409);
});

test("users of another organization, deactivated users and groups cannot become group members", async () => {
  const [realm, other] = [await createTestOrganization(), await createTestOrganization()];
  const directory = await ScimDirectory.of(realm);
  await realm.iago.callOrThrow("DELETE", `/users/${realm.othello.id}`);
  const { id } = await directory.group({ displayName: "Castle" });
  for (const value of [other.hamlet.id, realm.othello.id, 99_999_999].map(String).concat("x", "")) {
    const { status } = await directory.patch(`/Groups/${id}`, { op: "add", path: "members", value: [{ value }] });
    assert.equal(status, 400, value);
  }
  const nested = { op: "add", path: "members", value: [{ value: String(realm.hamlet.id), type: "Group" }] };
  assert.equal((await directory.patch(`/Groups/${id}`, nested)).status, 400);
});

test("a user who is removed from a group while deactivated does not return to it", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const directory = await ScimDirectory.of(realm);
  const { id } = await directory.group({ displayName: "Castle", members: [{ value: String(hamlet.id) }] });
  const turn = (value: boolean) => directory.patch(`/Users/${hamlet.id}`, { op: "replace", path: "active", value });
  await turn(false);
  await directory.patch(`/Groups/${id}`, { op: "remove", path: `members[value eq "${hamlet.id}"]` });
  await watchEvents([realm.othello], () => turn(true));
  const person = await directory.does("GET", `/Users/${hamlet.id}`);
  assert.deepEqual(person["groups"], []);
});

test("if several changes are made at the same time, none is lost", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago, polonius, desdemona } = realm;
  const directory = await ScimDirectory.of(realm);
  const { id } = await directory.group({ displayName: "Castle" });
  const ids = [hamlet, othello, iago, polonius, desdemona].map((person) => String(person.id));
  await Promise.all(
    ids.map((value) => directory.patch(`/Groups/${id}`, { op: "add", path: "members", value: [{ value }] })),
  );
  const members = (await directory.does("GET", `/Groups/${id}`))["members"] as Facts[];
  assert.deepEqual(new Set(members.map(({ value }) => value)), new Set(ids));

  const attributes = {
    externalId: "H-1",
    "name.givenName": "Hamlet",
    "name.familyName": "of Denmark",
    roles: "moderator",
  };
  await Promise.all(
    Object.entries(attributes).map(([path, value]) =>
      directory.patch(`/Users/${hamlet.id}`, { op: "replace", path, value }),
    ),
  );
  const person = await directory.does("GET", `/Users/${hamlet.id}`);
  const { givenName, familyName } = person["name"] as Facts;
  assert.deepEqual([person["externalId"], givenName, familyName], ["H-1", "Hamlet", "of Denmark"]);
  assert.deepEqual(person["roles"], [{ value: "moderator", primary: true }]);
});

test("a group that has a permission cannot be deleted", async () => {
  const realm = await createTestOrganization();
  const directory = await ScimDirectory.of(realm);
  const { id } = await directory.group({ displayName: "Castle" });
  await realm.desdemona.callOrThrow("PATCH", "/realm", { can_create_groups: { new: Number(id) } });
  const { status, body } = await directory.request("DELETE", `/Groups/${id}`);
  assert.deepEqual([status, body["scimType"]], [400, "mutability"]);
});

test("a user who is added to a group can see the channels that the group can see", async () => {
  const realm = await createTestOrganization();
  const { desdemona, polonius } = realm;
  const directory = await ScimDirectory.of(realm);
  const { id } = await directory.group({ displayName: "Castle" });
  await desdemona.createChannel("secret", [], { invite_only: true, can_subscribe_group: Number(id) });
  const path = `/Groups/${id}`;
  await watchEvents([polonius, realm.othello], async () => {
    await directory.patch(path, { op: "add", path: "members", value: [{ value: String(polonius.id) }] });
    await directory.patch(path, { op: "add", path: "members", value: [{ value: String(realm.othello.id) }] });
    await directory.patch(path, { op: "replace", path: "members", value: [] });
  });
});

test("the organization's restrictions of email addresses and names apply to a directory", async () => {
  const realm = await createTestOrganization();
  await realm.desdemona.callOrThrow("PATCH", "/realm", {
    emails_restricted_to_domains: true,
    require_unique_names: true,
  });
  const directory = await ScimDirectory.of(realm);
  const forbidden = await directory.request("POST", "/Users", { userName: "horatio@elsewhere.example" });
  assert.equal(forbidden.status, 400);
  assert.match(String(forbidden.body["detail"]), /not allowed in this organization/);
  await realm.desdemona.callOrThrow("PATCH", "/realm", { emails_restricted_to_domains: false });
  const { user } = await realm.iago.get(`/users/${realm.hamlet.id}`);
  const displayName = (user as Facts)["full_name"];
  const namesake = await directory.request("POST", "/Users", { userName: `h@${realm.host}`, displayName });
  assert.deepEqual([namesake.status, namesake.body["scimType"]], [409, "uniqueness"]);
  const rename = (value: string) =>
    directory.patch(
      `/Users/${realm.othello.id}`,
      { op: "replace", path: "displayName", value },
      { op: "replace", path: "roles", value: [{ value: "moderator" }] },
    );
  assert.equal((await rename(String(displayName))).status, 409);
  assert.equal((await rename("The Moor")).status, 200);
  assert.equal((await directory.request("POST", "/Users", { userName: "no address" })).status, 400);
});
