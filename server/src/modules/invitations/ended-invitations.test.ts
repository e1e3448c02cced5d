import assert from "node:assert/strict";
import { after, test } from "node:test";
import { clock, days, hours, newRealm, type TestRealm } from "@parlance/testkit";
import { createLogger } from "#kernel/log.ts";
import { asksToJoin, finds, invites, joins, keyFor, makesLink, openInvitations } from "./fixtures/invitations.ts";
import { pruneInvitations } from "./jobs.ts";

after(() => clock.reset());

const prune = ({ server: { db } }: TestRealm): Promise<void> =>
  pruneInvitations.run({ db, clock, log: createLogger({ level: "error" }), signal: new AbortController().signal }, {});

const emailsIn = async ({ server, realmId }: TestRealm): Promise<(string | null)[]> => {
  const rows = server.db.reader.selectFrom("invitation").select("email").where("realm_id", "=", realmId).orderBy("id");
  return (await rows.execute()).map(({ email }) => email);
};

test("invitations that were used, were revoked or expired are deleted after 90 days, and others are kept", async () => {
  const realm = await newRealm();
  const { iago } = realm;
  const [soon, never] = [{ invite_expires_in_minutes: 60 }, { invite_expires_in_minutes: null }];
  await invites(iago, ["used@example.com", "revoked@example.com", "open@example.com"], never);
  await invites(iago, "expired@example.com", soon);
  // Somebody asks to join through a link that ends before their invitation does.
  const link = await makesLink(iago, soon);
  await asksToJoin(realm, "asked@example.com", link);
  await joins(realm, await keyFor(realm, "used@example.com"));
  const revoked = (await openInvitations(iago)).find(({ email }) => email === "revoked@example.com");
  assert.ok(revoked);
  await iago.does("DELETE", `/invites/${revoked.id}`);
  const all = await emailsIn(realm);

  clock.advance(days(89));
  await prune(realm);
  assert.deepEqual(await emailsIn(realm), all);
  await invites(iago, "late@example.com", soon);
  clock.advance(days(1) + hours(2));
  await prune(realm);
  assert.deepEqual(await emailsIn(realm), ["open@example.com", null, "asked@example.com", "late@example.com"]);
  clock.advance(days(3));
  await prune(realm);
  // The link was kept for the invitation, and goes with the next clean-up.
  await prune(realm);
  assert.deepEqual(await emailsIn(realm), ["open@example.com", "late@example.com"]);
  assert.equal((await finds(realm, await keyFor(realm, "open@example.com"))).state, "usable");
});
