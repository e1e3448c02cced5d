import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import { createTestOrganization, watchEvents } from "@parlance/testkit";
import { ScimDirectory } from "./fixtures/scim-directory.ts";

type Facts = Readonly<Record<string, unknown>>;

/** Returns a user as Entra ID sends it, with a `userName` that differs from the email address. */
const person = (upn: string, mail: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User", "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
  externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
  userName: upn,
  active: true,
  emails: [{ primary: true, type: "work", value: mail }],
  meta: { resourceType: "User" },
  name: { formatted: "givenName familyName", familyName: "of Elsinore", givenName: "Horatio" },
  displayName: "Horatio",
  title: "Scholar",
  roles: [],
});

test("the connection test of Entra ID, a search for a nonexistent user, succeeds", async () => {
  const entra = await ScimDirectory.of(await createTestOrganization());
  const { totalResults } = await entra.does("GET", '/Users?filter=userName+eq+"06aa3b74-1d5a-4f7b-a5b0-ed11b1de71b4"');
  assert.equal(totalResults, 0);
});

test("a user whose `userName` differs from the email address is found by either", async () => {
  const realm = await createTestOrganization();
  const entra = await ScimDirectory.of(realm);
  const [upn, mail] = [`h.elsinore@tenant.example`, `horatio@${realm.host}`];
  const made = await entra.user(person(upn, mail));
  assert.equal(made["userName"], upn);
  assert.equal(((await realm.iago.get(`/users/${made.id}`))["user"] as Facts)["delivery_email"], mail);
  for (const filter of [
    `userName eq "${upn.toUpperCase()}"`,
    `externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"`,
    `emails[type eq "work"].value eq "${mail}"`,
    `emails[type eq "work" and value eq "${mail}"]`,
  ]) {
    assert.deepEqual(
      (await entra.finds("Users", filter)).map(({ id }) => id),
      [made.id],
      filter,
    );
  }
  const again = await entra.request("POST", "/Users", person(upn, `other@${realm.host}`));
  assert.deepEqual([again.status, again.body["scimType"]], [409, "uniqueness"]);
});

test("patches as Entra ID sends them are applied: with paths, capitalized operations, and booleans as text", async () => {
  const realm = await createTestOrganization();
  const entra = await ScimDirectory.of(realm);
  const made = await entra.user(person("h.elsinore@tenant.example", `horatio@${realm.host}`));
  const path = `/Users/${made.id}`;
  await watchEvents([realm.hamlet], async () => {
    const answer = await entra.patch(
      path,
      { op: "Replace", path: 'emails[type eq "work"].value', value: `h@${realm.host}` },
      { op: "Replace", path: "name.familyName", value: "the Friend" },
      { op: "Add", path: "displayName", value: "Horatio the Friend" },
      { op: "Add", path: 'roles[primary eq "True"].value', value: "Moderator" },
      { op: "Replace", path: "title", value: "Friend" },
      { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "Castle" },
    );
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  });
  const { user } = await realm.iago.get(`/users/${made.id}`);
  const { full_name, delivery_email, role } = user as Facts;
  assert.deepEqual([full_name, delivery_email, role], ["Horatio the Friend", `h@${realm.host}`, roles.moderator]);

  const off = await entra.patch(path, { op: "Replace", path: "active", value: "False" });
  assert.deepEqual([off.status, off.body["active"]], [200, false]);
});

test("an account is deactivated while the user is inactive in the directory", async () => {
  const realm = await createTestOrganization();
  const entra = await ScimDirectory.of(realm);
  const email = `horatio@${realm.host}`;
  let id = "";
  await watchEvents([realm.hamlet], async () => {
    const made = await entra.user({ ...person(email, email), active: false });
    assert.equal(made["active"], false);
    ({ id } = made);
  });
  const { user } = await realm.iago.get(`/users/${id}`);
  assert.equal((user as Facts)["is_active"], false);
  await watchEvents([realm.hamlet], () =>
    entra.patch(`/Users/${id}`, { op: "Replace", path: "active", value: "True" }),
  );
  assert.equal((await entra.does("GET", `/Users/${id}`))["active"], true);
});

test("changing one attribute leaves the other attributes unchanged", async () => {
  const realm = await createTestOrganization();
  const entra = await ScimDirectory.of(realm);
  const made = await entra.user(person("h.elsinore@tenant.example", `horatio@${realm.host}`));
  const { body } = await entra.patch(`/Users/${made.id}`, {
    op: "replace",
    path: "userName",
    value: "h2@tenant.example",
  });
  const { meta: _meta, ...rest } = body;
  const { meta: _before, ...before } = made;
  assert.deepEqual(rest, { ...before, userName: "h2@tenant.example" });
});

test("removing the email address and adding another one in the same request changes the address, but not `userName`", async () => {
  const realm = await createTestOrganization();
  const entra = await ScimDirectory.of(realm);
  const made = await entra.user(person("h.elsinore@tenant.example", `horatio@${realm.host}`));
  const { body } = await entra.patch(
    `/Users/${made.id}`,
    { op: "Remove", path: "emails" },
    { op: "Add", path: 'emails[type eq "work"].value', value: `h@${realm.host}` },
  );
  assert.deepEqual(body["emails"], [{ value: `h@${realm.host}`, type: "work", primary: true }]);
  assert.equal(body["userName"], "h.elsinore@tenant.example");
});

test("if `userName` is the email address, a new `userName` changes the email address, unless another user has it", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const entra = await ScimDirectory.of(realm);
  const rename = (userName: string) =>
    entra.patch(`/Users/${hamlet.id}`, { op: "Replace", path: "userName", value: userName });
  const { body } = await rename(`h@${realm.host}`);
  assert.deepEqual(body["emails"], [{ value: `h@${realm.host}`, type: "work", primary: true }]);
  const rejected = await rename(othello.email);
  assert.deepEqual([rejected.status, rejected.body["scimType"]], [409, "uniqueness"]);
  const made = await entra.user(person("h.elsinore@tenant.example", `horatio@${realm.host}`));
  const alias = await rename("H.Elsinore@tenant.example");
  assert.deepEqual([made["userName"], alias.status], ["h.elsinore@tenant.example", 409]);
});

test("changing only the family name changes the full name", async () => {
  const realm = await createTestOrganization();
  const entra = await ScimDirectory.of(realm);
  const made = await entra.user(person("h.elsinore@tenant.example", `horatio@${realm.host}`));
  await entra.patch(`/Users/${made.id}`, { op: "Replace", path: "name.familyName", value: "the Friend" });
  assert.equal((await entra.does("GET", `/Users/${made.id}`))["displayName"], "Horatio the Friend");
});

test("a removal of group members as Entra ID sends it, with the members in the value instead of the path, is applied", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const entra = await ScimDirectory.of(realm);
  const values = [hamlet, othello].map(({ id }) => ({ value: String(id) }));
  const { id } = await entra.group({ displayName: "Castle", externalId: "8aa1a0c0", members: [] });
  await watchEvents([hamlet], async () => {
    assert.equal((await entra.patch(`/Groups/${id}`, { op: "Add", path: "members", value: values })).status, 204);
    const left = { op: "Remove", path: "members", value: [{ $ref: null, value: String(hamlet.id) }] };
    assert.equal((await entra.patch(`/Groups/${id}`, left)).status, 204);
  });
  const members = (await entra.does("GET", `/Groups/${id}`))["members"] as Facts[];
  assert.deepEqual(
    members.map(({ value }) => value),
    [String(othello.id)],
  );
  const [found] = (await entra.does("GET", '/Groups?excludedAttributes=members&filter=displayName+eq+"castle"'))
    .Resources;
  assert.deepEqual([found?.id, found?.["members"]], [id, undefined]);
});

test("a deleted user is deactivated and no longer found, and creating the user again reactivates the same account", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const entra = await ScimDirectory.of(realm);
  assert.equal((await entra.request("DELETE", `/Users/${hamlet.id}`)).status, 204);
  assert.equal((await hamlet.get("/users/me")).status, 401);
  assert.equal((await entra.request("GET", `/Users/${hamlet.id}`)).status, 404);
  assert.equal((await entra.request("DELETE", `/Users/${hamlet.id}`)).status, 404);
  assert.deepEqual(await entra.finds("Users", `userName eq "${hamlet.email}"`), []);
  const back = await entra.user(person(hamlet.email, hamlet.email));
  assert.deepEqual([back.id, back["active"]], [String(hamlet.id), true]);
  assert.equal((await hamlet.get("/users/me")).status, 200);
});
