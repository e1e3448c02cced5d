// Slow: starts a real LDAP server and queries it many times.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startSlapd, type TestOrganization, watchEvents, withoutSlapd } from "@parlance/testkit";
import { loadAccount, startServerWithDirectory, entry } from "../fixtures/server-with-directory.ts";

const needsSlapd = { skip: withoutSlapd };
const names = ["rosalind", "celia", "orlando", "oliver", "jaques", "phebe", "silvius", "audrey", "corin"];
const slapd = withoutSlapd ? null : await startSlapd(names.map((name) => entry(name)));

const accountsWith = async ({ server, realmId }: TestOrganization, domain: string) =>
  server.db.reader
    .selectFrom("account")
    .select(["id", "delivery_email"])
    .where("realm_id", "=", realmId)
    .where("delivery_email", "like", `%@${domain}`)
    .orderBy("id")
    .execute();

test(
  "after the email address changes in the directory, the next login finds the same account",
  needsSlapd,
  async () => {
    const { realm, logsIn } = await startServerWithDirectory(slapd);
    const id = await logsIn("rosalind");
    await slapd?.replace("rosalind", { mail: "ganymede@arden.example" });
    const { iago } = realm;
    const [toIago] = await watchEvents([iago], async () => {
      assert.equal(await logsIn("rosalind"), id);
    });
    assert.equal(toIago?.[0]?.person?.["delivery_email"], "ganymede@arden.example");
    assert.equal(await logsIn("ganymede@arden.example"), id);
    const { entries } = await iago.callOrThrow("GET", "/audit_log", { target_type: "user", target_id: id });
    assert.deepEqual(
      entries.filter(({ act }) => act !== "user.signed_in").map(({ act, actor_id }) => [act, actor_id]),
      [["user.email_changed", null]],
    );
    assert.equal((await accountsWith(realm, "arden.example")).length, 1);
  },
);

test("a synchronization changes email addresses, even if the directory entry was renamed", needsSlapd, async () => {
  const { realm, logsIn, sync } = await startServerWithDirectory(slapd);
  const id = await logsIn("celia");
  await slapd?.replace("celia", { mail: "aliena@arden.example" });
  await slapd?.rename("celia", "aliena");
  const { updated, deactivated, problems } = await sync();
  assert.deepEqual({ updated, deactivated, problems }, { updated: 1, deactivated: 0, problems: [] });
  const { delivery_email, is_active } = await loadAccount(realm, id);
  assert.deepEqual([delivery_email, is_active], ["aliena@arden.example", true]);
  assert.equal((await sync()).updated, 0, "nothing is left to do");
});

test("if the email addresses of two users change at the same time, both keep their accounts", needsSlapd, async () => {
  const { realm, logsIn, sync } = await startServerWithDirectory(slapd);
  const [orlando, oliver] = [await logsIn("orlando"), await logsIn("oliver")];
  await slapd?.replace("orlando", { mail: "moved@x.example" });
  await slapd?.replace("oliver", { mail: "orlando@x.example" });
  for (let again = 0; again < 2; again += 1) await sync();
  assert.equal((await loadAccount(realm, orlando)).delivery_email, "moved@x.example");
  assert.equal((await loadAccount(realm, oliver)).delivery_email, "orlando@x.example");
  assert.equal(await logsIn("oliver"), oliver);
});

test(
  "an email address that another account uses is not applied, and the report to the operator names that account",
  needsSlapd,
  async () => {
    const { realm, logsIn, sync } = await startServerWithDirectory(slapd);
    const id = await logsIn("jaques");
    await slapd?.replace("jaques", { mail: realm.hamlet.email });
    const { problems } = await sync();
    assert.equal(problems.length, 1);
    assert.match(
      problems[0] ?? "",
      new RegExp(
        `${realm.hamlet.email} is already used by account ${realm.hamlet.id} \\(active\\), so account ${id} keeps`,
      ),
    );
    assert.equal(await logsIn("jaques"), id, "and no user can log in to the other account");
    assert.equal((await loadAccount(realm, id)).delivery_email, "jaques@x.example");
  },
);

test(
  "a new entry with the email address of a deleted entry does not get the deleted entry's account",
  needsSlapd,
  async () => {
    const { realm, logsIn, tries, sync } = await startServerWithDirectory(slapd);
    const id = await logsIn("phebe");
    await slapd?.remove("phebe");
    await slapd?.add(entry("phebe", { cn: "Another Phebe" }));
    assert.equal((await tries("phebe")).code, "AUTHENTICATION_FAILED");
    const { problems, deactivated } = await sync();
    assert.match(problems.join("\n"), new RegExp(`phebe@x.example of account ${id}, which is linked to another entry`));
    assert.equal(deactivated, 1, "the first one is gone");
    const { full_name, is_active } = await loadAccount(realm, id);
    assert.deepEqual([full_name, is_active], ["Phebe of Denmark", false]);
  },
);

test("an email address that the organization's restrictions do not allow is not applied", needsSlapd, async () => {
  const { realm, logsIn, sync } = await startServerWithDirectory(slapd);
  const id = await logsIn("silvius");
  await realm.desdemona.callOrThrow("POST", "/realm/domains", { domain: "x.example", allow_subdomains: false });
  await realm.desdemona.callOrThrow("PATCH", "/realm", { emails_restricted_to_domains: true });
  await slapd?.replace("silvius", { mail: "silvius@wrong.example" });
  const { problems } = await sync();
  assert.match(problems.join("\n"), /address: Email 'silvius@wrong\.example' not allowed/);
  assert.equal((await loadAccount(realm, id)).delivery_email, "silvius@x.example");
});

test(
  "accounts that were linked without an entry id get it in a synchronization, and then follow changes of the email address",
  needsSlapd,
  async () => {
    const { realm, logsIn, sync } = await startServerWithDirectory(slapd, { idAttribute: undefined });
    const id = await logsIn("audrey");
    assert.equal((await sync({ idAttribute: "entryUUID" })).updated, 1);
    await slapd?.replace("audrey", { mail: "audrey@arden.example" });
    await sync({ idAttribute: "entryUUID" });
    assert.equal((await loadAccount(realm, id)).delivery_email, "audrey@arden.example");
  },
);

test(
  "no account is lost if the operator chooses another attribute as the identifier of entries",
  needsSlapd,
  async () => {
    const { realm, logsIn, sync } = await startServerWithDirectory(slapd);
    const id = await logsIn("corin");
    const { problems } = await sync({ idAttribute: "uid" });
    assert.deepEqual(problems, []);
    await slapd?.replace("corin", { mail: "corin@arden.example" });
    await sync({ idAttribute: "uid" });
    assert.equal((await loadAccount(realm, id)).delivery_email, "corin@arden.example");
  },
);
