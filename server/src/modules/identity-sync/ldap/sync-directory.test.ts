// Slow: starts a real LDAP server and queries it many times.
import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import {
  DIRECTORY_BASE,
  createTestUser,
  signInWithSession,
  startSlapd,
  type TestOrganization,
  withoutSlapd,
} from "@parlance/testkit";
import { linkToDirectory } from "#modules/sign-in/ldap/actions/change-directory-link.ts";
import { changeEmail } from "#modules/users/accounts/actions/email-change/change-email.ts";
import { loadAccount, startServerWithDirectory as newElsinore, PASSWORD } from "./fixtures/server-with-directory.ts";

const needsSlapd = { skip: withoutSlapd };

/** Number of entries: more than fit into one page of an LDAP search. */
const ENTRY_COUNT = 1100;
const manyEntries = Array.from({ length: ENTRY_COUNT }, (_, number) => ({
  uid: `guard${number}`,
  mail: `guard${number}@x.example`,
}));

const slapd = withoutSlapd
  ? null
  : await startSlapd([
      { uid: "horatio", cn: "Horatio", mail: "horatio@x.example", userPassword: PASSWORD },
      { uid: "yorick", cn: "Yorick", mail: "yorick@x.example", userPassword: PASSWORD, employeeType: "TRUE" },
      ...manyEntries,
    ]);

/** Starts a server with one organization in which Horatio has logged in with the directory account. */
async function elsinore() {
  const place = await newElsinore(slapd);
  return { ...place, horatio: await place.logsIn("horatio") };
}

const isActive = async (realm: TestOrganization, id: number): Promise<boolean> =>
  (await loadAccount(realm, id)).is_active;

/** Creates a user with the email address of a directory entry, who has not logged in with the directory account. */
async function newYorick(realm: TestOrganization) {
  const yorick = await createTestUser(realm, { name: "yorick", fullName: "Yorick", role: roles.member });
  const { server, realmId, host } = realm;
  const organization = { id: realmId, url: `http://${host}` };
  await server.db.write((tx) => changeEmail(tx, { realm: organization, userId: yorick.id, email: "yorick@x.example" }));
  return yorick;
}

const link = ({ server, realmId }: TestOrganization, userId: number, uid: string) =>
  server.db.write((tx) =>
    linkToDirectory(tx, { realmId, userId, dn: `uid=${uid},ou=people,${DIRECTORY_BASE}`, entryId: null }),
  );

test("a synchronization reads all pages and renames users whose name has changed", needsSlapd, async () => {
  const { realm, horatio, sync } = await elsinore();
  await realm.iago.callOrThrow("PATCH", `/users/${horatio}`, { full_name: "Somebody Else" });
  const { people, updated } = await sync();
  assert.deepEqual([people, updated], [ENTRY_COUNT + 2, 1]);
  assert.equal((await loadAccount(realm, horatio)).full_name, "Horatio");
});

test(
  "a user who was deleted from the directory is deactivated and loses all sessions and keys; other users stay active",
  needsSlapd,
  async () => {
    const { realm, horatio, sync } = await elsinore();
    const { hamlet, othello, server } = realm;
    await link(realm, hamlet.id, "hamlet");
    const browser = await signInWithSession(server, hamlet);
    assert.equal((await sync()).deactivated, 1);
    assert.deepEqual([(await browser.get("/users/me")).status, (await hamlet.get("/users/me")).status], [401, 401]);
    assert.equal((await othello.get("/users/me")).status, 200, "the directory never knew him");
    assert.equal(await isActive(realm, horatio), true);
  },
);

test(
  "a user who is disabled in the directory is deactivated, and reactivated when enabled again",
  needsSlapd,
  async () => {
    const { realm, sync } = await elsinore();
    const yorick = await newYorick(realm);
    const disabled = { disabledAttribute: "employeeType" };
    assert.equal((await sync(disabled)).deactivated, 1);
    assert.equal(await isActive(realm, yorick.id), false);
    assert.equal((await sync()).reactivated, 1);
    assert.equal(await isActive(realm, yorick.id), true);
  },
);

test("a user whom an administrator deactivated stays deactivated", needsSlapd, async () => {
  const { realm, horatio, sync } = await elsinore();
  const yorick = await newYorick(realm);
  await realm.iago.callOrThrow("DELETE", `/users/${horatio}`);
  await sync({ disabledAttribute: "employeeType" });
  await realm.iago.callOrThrow("POST", `/users/${yorick.id}/reactivate`);
  await realm.iago.callOrThrow("DELETE", `/users/${yorick.id}`);
  assert.equal((await sync()).reactivated, 0);
  assert.deepEqual([await isActive(realm, horatio), await isActive(realm, yorick.id)], [false, false]);
});

test("a trial run reports the changes without making any", needsSlapd, async () => {
  const { realm, horatio, sync } = await elsinore();
  await link(realm, realm.hamlet.id, "hamlet");
  await realm.iago.callOrThrow("PATCH", `/users/${horatio}`, { full_name: "Somebody Else" });
  const { updated, deactivated } = await sync({}, true);
  assert.deepEqual([updated, deactivated], [1, 1]);
  assert.equal((await loadAccount(realm, horatio)).full_name, "Somebody Else");
  assert.equal((await realm.hamlet.get("/users/me")).status, 200);
});

test(
  "no user is deactivated if the directory finds no entries, is unreachable, or lacks more of the users than the limit, which can be raised",
  needsSlapd,
  async () => {
    const { realm, horatio, sync } = await elsinore();
    const { hamlet, othello, iago, cordelia } = realm;
    await assert.rejects(sync({ searchFilter: "(&(uid=%s)(sn=nobody at all))" }), /search found no users/);
    await assert.rejects(sync({ url: "ldap://localhost:1" }));
    assert.equal(await isActive(realm, horatio), true);
    for (const [uid, person] of Object.entries({ hamlet, othello, iago, cordelia })) {
      await link(realm, person.id, uid);
    }
    await assert.rejects(sync(), /4 of 5 accounts would be deactivated, but the limit is 3/);
    assert.deepEqual([await isActive(realm, hamlet.id), await isActive(realm, othello.id)], [true, true]);
    assert.equal((await sync({ syncMostPercent: 100 })).deactivated, 4);
  },
);
