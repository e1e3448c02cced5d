import assert from "node:assert/strict";
import { test } from "node:test";
import { call, type TestOrganization } from "@parlance/testkit";
import { Visitor } from "../fixtures/visitor.ts";
import { signIn, startServerWithProviders, verifiedClaims } from "./fixtures/provider-test-setup.ts";

const { provider, second, realm: newStage } = await startServerWithProviders();
const OTHER = "/accounts/login/social/oidc/other";

const renew = ({ desdemona }: TestOrganization) => desdemona.callOrThrow("POST", "/realm/api_keys/renew", {});
const isIn = async (person: TestOrganization["hamlet"]): Promise<boolean> =>
  (await person.get("/users/me")).status === 200;

test("the API keys of users who can no longer log in are renewed, but not those of bots, of the caller, and of users with a linked identity", async () => {
  const realm = await newStage();
  const { desdemona, hamlet, othello, iago, bot } = realm;
  const { api_key: scoped } = await iago.callOrThrow("POST", "/users/me/api_keys", { name: "A program" });
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(hamlet) });
  await signIn(new Visitor(realm), second, { claims: verifiedClaims(othello), path: OTHER });
  await desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { Email: false } });

  const { user_ids: ids } = await renew(realm);
  assert.ok(ids.includes(iago.id) && !ids.includes(desdemona.id) && !ids.includes(bot.id));
  assert.deepEqual(await Promise.all([hamlet, othello, bot, desdemona, iago].map(isIn)), [
    true,
    true,
    true,
    true,
    false,
  ]);
  const byScoped = `Basic ${Buffer.from(`${iago.email}:${scoped}`).toString("base64")}`;
  const headers = { authorization: byScoped };
  assert.equal((await call(iago.site, { method: "GET", path: "/users/me", headers })).status, 401);
  const { entries } = await desdemona.callOrThrow("GET", "/audit_log", { limit: 1 });
  assert.deepEqual([entries[0]?.act, entries[0]?.after], ["realm.api_keys_renewed", { user_ids: ids }]);
});

test("while password login is enabled, no API keys are renewed, because every user can log in", async () => {
  const realm = await newStage();
  assert.deepEqual((await renew(realm)).user_ids, []);
  assert.equal(await isIn(realm.hamlet), true);
});

test("an identity at a provider that is no longer configured does not count as a way to log in", async () => {
  const realm = await newStage();
  const { hamlet, server, realmId } = realm;
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(hamlet) });
  await realm.desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { Email: false } });
  await server.db.write((tx) =>
    tx
      .updateTable("external_identity")
      .set({ issuer: "oidc https://former.example.com" })
      .where("realm_id", "=", realmId)
      .execute(),
  );
  assert.ok((await renew(realm)).user_ids.includes(hamlet.id));
  assert.equal(await isIn(hamlet), false);
});
