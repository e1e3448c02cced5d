import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "@parlance/testkit";
import { createRealm } from "./actions/create-realm.ts";
import { ensureSystemRealm } from "./actions/ensure-system-realm.ts";
import { InvalidOrganizationName, MalformedSubdomain, SubdomainInUse } from "./errors.ts";
import { findRealmByHost, loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { realmSettingDefaults } from "#modules/organizations/core/organization-settings.ts";
import { loadSystemBotAccounts, loadSystemBotId } from "#modules/organizations/core/system-realm.ts";

const { db } = await createTestDatabase();
const site = { url: "https://chat.example.com", gravatar: true, webPublicChannels: true };
const now = new Date();
const create = (subdomain: string, name = "Acme") => db.write((tx) => createRealm(tx, { subdomain, name, now }));

test("each host name leads to its organization", async () => {
  const [root, ops, own] = [await create(""), await create("ops"), await create("own")];
  await db.write((tx) => tx.updateTable("realm").set({ host: "chat.acme.org" }).where("id", "=", own.id).execute());

  const found = async (host: string) => (await findRealmByHost(db.reader, host, site))?.id;
  assert.equal(await found("chat.example.com"), root.id);
  assert.equal(await found("127.0.0.1:9800"), root.id);
  assert.equal(await found("ops.chat.example.com:443"), ops.id);
  assert.equal(await found("chat.acme.org"), own.id);
  assert.equal(await found("nobody.chat.example.com"), undefined);
  assert.equal(await found("elsewhere.org"), undefined);
});

test("an organization's own host takes precedence over the subdomain of another organization", async () => {
  const [claims, sub] = [await create("claims"), await create("fought-over")];
  const host = "fought-over.chat.example.com";
  assert.equal((await findRealmByHost(db.reader, host, site))?.id, sub.id);
  const setHost = (id: number, own: string) =>
    db.write((tx) => tx.updateTable("realm").set({ host: own }).where("id", "=", id).execute());
  await setHost(claims.id, host);
  await setHost(sub.id, "elsewhere.example.com");
  assert.deepEqual(await findRealmByHost(db.reader, host, site), {
    id: claims.id,
    subdomain: "claims",
    url: `https://${host}`,
    gravatar: true,
    webPublicChannels: true,
  });
});

test("a deactivated organization is still found, so that its users get a meaningful error", async () => {
  const { id } = await create("gone");
  await db.write((tx) => tx.updateTable("realm").set({ deactivated_at: now }).where("id", "=", id).execute());
  assert.equal((await findRealmByHost(db.reader, "gone.chat.example.com", site))?.id, id);
});

test("creating an organization requires a valid, unused subdomain and a name", async () => {
  await create("taken");
  await assert.rejects(create("taken"), SubdomainInUse);
  for (const subdomain of ["ab", "-abc", "abc-", "Abc", "a.b.c", "x".repeat(41)]) {
    await assert.rejects(create(subdomain), MalformedSubdomain, subdomain);
  }
  await assert.rejects(create("nameless", "  "), InvalidOrganizationName);
  await assert.rejects(create("long-name", "x".repeat(41)), InvalidOrganizationName);
  for (const character of ["\n", "\r", "\t", "\u2028"])
    await assert.rejects(create("two-lines", `Ac${character}me`), InvalidOrganizationName);
});

test("an organization's settings override the defaults", async () => {
  const { id } = await create("settled");
  assert.deepEqual(await loadRealmSettings(db.reader, id), { ...realmSettingDefaults, enable_read_receipts: true });
  const settings = JSON.stringify({ waiting_period_threshold: 3 });
  await db.write((tx) => tx.updateTable("realm").set({ settings }).where("id", "=", id).execute());
  assert.deepEqual(await loadRealmSettings(db.reader, id), { ...realmSettingDefaults, waiting_period_threshold: 3 });
});

test("processes that start at the same time create one system realm with one bot of each kind", async () => {
  await Promise.all([1, 2, 3].map(() => db.write((tx) => ensureSystemRealm(tx, now))));
  await db.write((tx) => ensureSystemRealm(tx, now));

  const bots = await loadSystemBotAccounts(db.reader);
  assert.deepEqual(bots.map(({ full_name }) => full_name).sort(), ["Email Gateway", "Notification Bot", "Welcome Bot"]);
  assert.equal(new Set(bots.map(({ realm_id }) => realm_id)).size, 1);
  const notifier = bots.find(({ full_name }) => full_name === "Notification Bot");
  assert.equal(await loadSystemBotId(db.reader, "notification-bot"), notifier?.id);
});

test("no host leads to the system realm", async () => {
  await db.write((tx) => ensureSystemRealm(tx, now));
  const { id } = await db.reader
    .selectFrom("realm")
    .select("id")
    .where("subdomain", "is", null)
    .executeTakeFirstOrThrow();
  for (const host of ["chat.example.com", "null.chat.example.com", ".chat.example.com", "elsewhere.org"]) {
    assert.notEqual((await findRealmByHost(db.reader, host, site))?.id, id);
  }
});
