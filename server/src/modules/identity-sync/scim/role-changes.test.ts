import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createTestOrganization, watchEvents } from "@parlance/testkit";
import { ScimDirectory } from "./fixtures/scim-directory.ts";

// The requests follow the documentation of Entra ID and Okta; they were not recorded from these products.

const PATCH_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";

interface Change {
  readonly what: string;
  readonly operations: readonly object[];
  readonly role: string;
}

/** Returns an app role as Entra ID writes it into the value of a PATCH operation: as JSON text. */
const appRole = (value: string) =>
  JSON.stringify({ id: "06b07648-ecfe-589f-9d2f-6325724a46ee", value, displayName: value });

const entraChanges: readonly Change[] = [
  {
    what: "the value of the primary role is added, with a filter that has a string instead of a boolean",
    operations: [{ op: "Add", path: 'roles[primary eq "True"].value', value: "Moderator" }],
    role: "moderator",
  },
  {
    what: "name, type and value of the primary role are added one by one",
    operations: [
      { op: "Add", path: 'roles[primary eq "True"].display', value: "Moderator" },
      { op: "Add", path: 'roles[primary eq "True"].type', value: "WindowsAzureActiveDirectoryRole" },
      { op: "Add", path: 'roles[primary eq "True"].value', value: "Moderator" },
    ],
    role: "moderator",
  },
  {
    what: "an app role is added as a JSON string",
    operations: [{ op: "Add", path: "roles", value: [{ value: appRole("moderator") }] }],
    role: "moderator",
  },
  {
    what: "the added role is marked as not primary",
    operations: [
      { op: "Add", path: "roles", value: [{ value: "Moderator", displayName: "Moderator", primary: "False" }] },
    ],
    role: "moderator",
  },
  {
    what: "the previous role is removed and another one is added",
    operations: [
      { op: "Remove", path: "roles", value: [{ value: "member" }] },
      { op: "Add", path: "roles", value: [{ value: "guest", primary: "True" }] },
    ],
    role: "guest",
  },
  {
    what: "the primary role is replaced together with other attributes, without a path",
    operations: [
      { op: "replace", path: "externalId", value: "8aa1a0c0" },
      { op: "replace", value: { displayName: "Othello", 'roles[primary eq "True"].value': "moderator" } },
    ],
    role: "moderator",
  },
];

const rfcChanges: readonly Change[] = [
  {
    what: "a primary role is added",
    operations: [{ op: "add", path: "roles", value: [{ value: "moderator", primary: true }] }],
    role: "moderator",
  },
  {
    what: "a primary role is added without a path",
    operations: [{ op: "add", value: { roles: [{ value: "moderator", primary: true }] } }],
    role: "moderator",
  },
  {
    what: "one primary role is added after the other",
    operations: ["guest", "moderator"].map((value) => ({ op: "add", path: "roles", value: { value, primary: true } })),
    role: "moderator",
  },
  {
    what: "a role is added and then marked as primary",
    operations: [
      { op: "add", path: "roles", value: [{ value: "moderator" }] },
      { op: "add", path: 'roles[value eq "moderator"].primary', value: true },
    ],
    role: "moderator",
  },
  {
    what: "several roles are added and the second one is primary",
    operations: [{ op: "add", path: "roles", value: [{ value: "guest" }, { value: "moderator", primary: true }] }],
    role: "moderator",
  },
  {
    what: "all roles are replaced with a primary one",
    operations: [{ op: "replace", path: "roles", value: [{ value: "guest", primary: true }] }],
    role: "guest",
  },
  {
    what: "the value of the role is replaced",
    operations: [{ op: "replace", path: 'roles[value eq "member"].value', value: "moderator" }],
    role: "moderator",
  },
];

for (const [by, changes] of [
  ["Entra ID", entraChanges],
  ["RFC 7644", rfcChanges],
] as const) {
  describe(`PATCH requests in the style of ${by} change the role`, () => {
    for (const { what, operations, role } of changes) {
      test(`if ${what}`, async () => {
        const realm = await createTestOrganization();
        const directory = await ScimDirectory.of(realm);
        const path = `/Users/${realm.othello.id}`;
        await watchEvents([realm.hamlet, realm.othello], async () => {
          const { status, body } = await directory.request("PATCH", path, {
            schemas: [PATCH_SCHEMA],
            Operations: operations,
          });
          assert.deepEqual([status, body["roles"]], [200, [{ value: role, primary: true }]]);
        });
        assert.deepEqual((await directory.does("GET", path))["roles"], [{ value: role, primary: true }]);
      });
    }
  });
}

describe("role changes by Okta", () => {
  test("a PUT of the whole user changes the role", async () => {
    const realm = await createTestOrganization();
    const { hamlet, othello } = realm;
    const okta = await ScimDirectory.of(realm);
    const put = (roles: readonly object[]) =>
      okta.does("PUT", `/Users/${othello.id}`, {
        schemas: [USER_SCHEMA],
        id: String(othello.id),
        userName: othello.email,
        name: { givenName: "Othello", familyName: "of Venice" },
        emails: [{ primary: true, value: othello.email, type: "work" }],
        active: true,
        groups: [],
        roles,
      });
    await watchEvents([hamlet, othello], async () => {
      const raised = await put([{ primary: true, type: "", value: "moderator", display: "Moderator" }]);
      assert.deepEqual(raised["roles"], [{ value: "moderator", primary: true }]);
      const lowered = await put([{ value: "moderator" }, { value: "guest", primary: true }]);
      assert.deepEqual(lowered["roles"], [{ value: "guest", primary: true }]);
    });
  });

  test("a PATCH without a path, whose value is an object, changes the role", async () => {
    const realm = await createTestOrganization();
    const { hamlet, othello } = realm;
    const okta = await ScimDirectory.of(realm);
    await watchEvents([hamlet, othello], async () => {
      const value = { roles: [{ primary: true, value: "moderator" }] };
      const { status, body } = await okta.patch(`/Users/${othello.id}`, { op: "replace", value });
      assert.deepEqual([status, body["roles"]], [200, [{ value: "moderator", primary: true }]]);
    });
  });
});

test("an added email address changes the account's address only if it is marked as primary", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const directory = await ScimDirectory.of(realm);
  const add = (email: object) => directory.patch(`/Users/${othello.id}`, { op: "add", path: "emails", value: [email] });
  const shown = (value: string) => [{ value, type: "work", primary: true }];

  const other = await add({ value: `moor@${realm.host}`, type: "home" });
  assert.deepEqual([other.status, other.body["emails"]], [200, shown(othello.email)]);
  await watchEvents([hamlet], async () => {
    const { status, body } = await add({ value: `moor@${realm.host}`, type: "home", primary: true });
    assert.deepEqual([status, body["emails"]], [200, shown(`moor@${realm.host}`)]);
  });
});
