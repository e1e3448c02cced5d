// Slow: starts a real LDAP server and queries it many times.
import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import sharp from "sharp";
import { startSlapd, type TestOrganization, watchEvents, withoutSlapd } from "@parlance/testkit";
import type { LdapAccessRules } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import { BIRTHDAY, createField, FRIENDS, MOOD, SHORT } from "#modules/users/profile-fields/fixtures/fields.ts";
import { loadAccount, parseAccessRules, startServerWithDirectory, entry } from "./fixtures/server-with-directory.ts";

const needsSlapd = { skip: withoutSlapd };

const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer();
const [red, blue] = [await picture("red"), await picture("blue")];

const slapd = withoutSlapd
  ? null
  : await startSlapd([
      entry("viola", { jpegPhoto: red }),
      entry("sebastian", { jpegPhoto: Buffer.from("no picture") }),
      entry("olivia", { title: "Countess", employeeType: "merry", destinationIndicator: "19870223000000Z" }),
      entry("orsino", { givenName: "Orsino", sn: "of Illyria" }),
      ...["maria", "toby", "andrew", "feste", "antonio", "malvolio", "fabian"].map((name) => entry(name)),
    ]);

const withPictures = { pictureAttribute: "jpegPhoto" };

test(
  "the directory's picture becomes the avatar at the first login, and is replaced when it changes in the directory",
  needsSlapd,
  async () => {
    const { realm, logsIn, sync } = await startServerWithDirectory(slapd, withPictures);
    const id = await logsIn("viola");
    const { user } = await realm.hamlet.callOrThrow("GET", `/users/${id}`);
    assert.match(user.avatar_url ?? "", /^\/user_avatars\//);
    assert.equal((await sync()).updated, 0, "it is the same");
    await slapd?.replace("viola", { jpegPhoto: blue });
    await watchEvents([realm.hamlet], () => sync());
    assert.equal((await loadAccount(realm, id)).avatar_version, user.avatar_version + 1);
  },
);

test(
  "an invalid picture changes nothing, does not prevent logins, and is reported to the operator",
  needsSlapd,
  async () => {
    const { realm, logsIn, sync } = await startServerWithDirectory(slapd, withPictures);
    const id = await logsIn("sebastian");
    assert.match((await sync()).problems.join("\n"), /uid=sebastian.*, picture: /);
    assert.equal((await loadAccount(realm, id)).avatar_version, 1);
  },
);

test("the full name can be composed from two attributes", needsSlapd, async () => {
  const { realm, logsIn } = await startServerWithDirectory(slapd, { nameAttributes: ["givenName", "sn"] });
  assert.equal((await loadAccount(realm, await logsIn("orsino"))).full_name, "Orsino of Illyria");
});

const profileOf = async ({ iago }: TestOrganization, id: number) => {
  const { user } = await iago.callOrThrow("GET", `/users/${id}`, { include_custom_profile_fields: true });
  return user.profile_data;
};

test(
  "profile fields are filled from attributes: texts, dates, and choices found by their text",
  needsSlapd,
  async () => {
    const fields = { pet: "title", Mood: "employeeType", Birthday: "destinationIndicator", "Not there": "title" };
    const { realm, logsIn, sync } = await startServerWithDirectory(slapd, {
      accessRules: parseAccessRules({ profile_fields: fields }),
    });
    const [pet, mood] = [await createField(realm.iago, SHORT), await createField(realm.iago, MOOD)];
    const birthday = await createField(realm.iago, BIRTHDAY);
    const id = await logsIn("olivia");
    assert.deepEqual(await profileOf(realm, id), {
      [pet]: { value: "Countess", rendered_value: "<p>Countess</p>" },
      [mood]: { value: "m" },
      [birthday]: { value: "1987-02-23" },
    });
    await slapd?.replace("olivia", { title: [], employeeType: "furious" });
    const { problems } = await sync();
    assert.match(problems.join("\n"), /Mood: /, "there is no such choice");
    assert.deepEqual(await profileOf(realm, id), { [mood]: { value: "m" }, [birthday]: { value: "1987-02-23" } });
  },
);

test("a profile field of type users cannot be filled from the directory", needsSlapd, async () => {
  const { realm, logsIn, sync } = await startServerWithDirectory(slapd, {
    accessRules: parseAccessRules({ profile_fields: { Friends: "uid" } }),
  });
  await createField(realm.iago, FRIENDS);
  const id = await logsIn("fabian");
  assert.match((await sync()).problems.join("\n"), /Friends: fields of type users cannot be filled/);
  assert.deepEqual(await profileOf(realm, id), {});
});

test(
  "the directory's groups determine which users can join, with which role and in which user groups",
  needsSlapd,
  async () => {
    const rules = {
      admits: [
        { groups: ["stewards"], role: "moderator", user_groups: ["household"] },
        { groups: ["cn=Servants, ou=groups,dc=example,dc=com"], role: "guest" },
      ],
      refreshes: ["role", "user_groups"],
      user_groups: { drinkers: ["drinkers"] },
    };
    await slapd?.addGroup("stewards", ["malvolio"]);
    await slapd?.addGroup("servants", ["maria"]);
    await slapd?.addGroup("drinkers", ["maria", "malvolio"]);
    const { realm, logsIn, tries, sync } = await startServerWithDirectory(slapd, {
      groupsAttribute: "memberOf",
      accessRules: parseAccessRules(rules),
    });
    for (const name of ["household", "drinkers"]) {
      await realm.desdemona.callOrThrow("POST", "/user_groups/create", { name, description: "", members: [] });
    }
    const [malvolio, maria] = [await logsIn("malvolio"), await logsIn("maria")];
    assert.equal((await tries("toby")).code, "AUTHENTICATION_FAILED", "no rule lets him join");
    assert.deepEqual(
      [(await loadAccount(realm, malvolio)).role, (await loadAccount(realm, maria)).role],
      [roles.moderator, roles.guest],
    );
    assert.deepEqual(await groupsOf(realm, malvolio), ["household", "drinkers"]);
    assert.deepEqual(await groupsOf(realm, maria), ["drinkers"]);

    await slapd?.removeGroup("drinkers");
    await slapd?.addGroup("former", ["toby"]);
    await slapd?.removeGroup("stewards");
    await watchEvents([realm.hamlet], () => sync());
    assert.deepEqual([await groupsOf(realm, malvolio), await groupsOf(realm, maria)], [[], []]);
    assert.equal((await loadAccount(realm, malvolio)).role, roles.moderator, "no rule fits, so the role stays");
  },
);

async function groupsOf({ iago }: TestOrganization, id: number): Promise<string[]> {
  const { user_groups: groups } = await iago.callOrThrow("GET", "/user_groups");
  return groups.filter((group) => !group.is_system_group && group.members.includes(id)).map(({ name }) => name);
}

test("attributes can determine who can join with which role, and owners stay owners", needsSlapd, async () => {
  await slapd?.replace("feste", { employeeType: "Fool" });
  const rules = { admits: [{ attributes: { employeeType: ["fool"] }, role: "guest" }], refreshes: ["role"] };
  const { realm, logsIn, tries, sync } = await startServerWithDirectory(slapd, {
    accessRules: parseAccessRules(rules),
  });
  const id = await logsIn("feste");
  assert.equal((await loadAccount(realm, id)).role, roles.guest);
  assert.equal((await tries("antonio")).code, "AUTHENTICATION_FAILED");
  await realm.desdemona.callOrThrow("PATCH", `/users/${id}`, { role: roles.owner });
  await sync();
  assert.equal((await loadAccount(realm, id)).role, roles.owner);
});

const subdomainOf = async ({ server, realmId }: TestOrganization): Promise<string> => {
  const { subdomain } = await server.db.reader
    .selectFrom("realm")
    .select("subdomain")
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  return subdomain ?? "";
};

test(
  "attributes determine the users of each organization: users who stop matching are deactivated, and reactivated when they match again",
  needsSlapd,
  async () => {
    const { realm, logsIn, tries, sync } = await startServerWithDirectory(slapd);
    const [andrew, antonio] = [await logsIn("andrew"), await logsIn("antonio")];
    const any = [{ title: ["knight"], employeeType: ["guest"] }, { title: ["captain"] }];
    const closed = { accessRules: parseAccessRules({ organizations: { [await subdomainOf(realm)]: any } }) };
    await slapd?.replace("andrew", { title: "Knight" });
    await slapd?.replace("antonio", { title: "Captain" });
    assert.equal((await sync(closed)).deactivated, 1);
    assert.deepEqual(
      [(await loadAccount(realm, andrew)).is_active, (await loadAccount(realm, antonio)).is_active],
      [false, true],
    );
    await slapd?.replace("andrew", { title: ["Knight", "Dancer"], employeeType: "guest" });
    assert.equal((await sync(closed)).reactivated, 1);
    assert.equal((await tries("andrew")).status, 200);
  },
);

test(
  "users whose attributes do not match an organization can neither log in to it nor join it",
  needsSlapd,
  async () => {
    const organizations: LdapAccessRules["organizations"] = {};
    const { realm, logsIn, tries } = await startServerWithDirectory(slapd, {
      accessRules: { ...parseAccessRules({}), organizations },
    });
    const id = await logsIn("toby");
    organizations[await subdomainOf(realm)] = [{ title: ["knight"] }];
    for (const name of ["toby", "maria"]) assert.equal((await tries(name)).code, "AUTHENTICATION_FAILED");
    assert.equal((await loadAccount(realm, id)).is_active, true, "a synchronization decides that");
  },
);
