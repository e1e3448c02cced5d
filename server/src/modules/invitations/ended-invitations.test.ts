import assert from "node:assert/strict";
import { after, test } from "node:test";
import { clock, days, hours, createTestOrganization, type TestOrganization } from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import {
  requestToJoin,
  findByKey,
  sendInvites,
  joinWithKey,
  loadKey,
  createInviteLink,
  loadOpenInvitations,
} from "./fixtures/invitations.ts";
import { pruneInvitations } from "./jobs.ts";

after(() => clock.reset());

const prune = ({ server: { db } }: TestOrganization): Promise<void> =>
  pruneInvitations.run({ db, clock, log: createLogger({ level: "error" }), signal: new AbortController().signal }, {});

const emailsIn = async ({ server, realmId }: TestOrganization): Promise<(string | null)[]> => {
  const rows = server.db.reader.selectFrom("invitation").select("email").where("realm_id", "=", realmId).orderBy("id");
  return (await rows.execute()).map(({ email }) => email);
};

test("used, revoked and expired invitations are deleted after 90 days, and other invitations remain", async () => {
  const realm = await createTestOrganization();
  const { iago } = realm;
  const [soon, never] = [{ invite_expires_in_minutes: 60 }, { invite_expires_in_minutes: null }];
  await sendInvites(iago, ["used@example.com", "revoked@example.com", "open@example.com"], never);
  await sendInvites(iago, "expired@example.com", soon);
  // Someone without an account requests to join with this link. The link expires before the invitation that results
  // from the request.
  const link = await createInviteLink(iago, soon);
  await requestToJoin(realm, "asked@example.com", link);
  await joinWithKey(realm, await loadKey(realm, "used@example.com"));
  const revoked = (await loadOpenInvitations(iago)).find(({ email }) => email === "revoked@example.com");
  assert.ok(revoked);
  await iago.callOrThrow("DELETE", `/invites/${revoked.id}`);
  const all = await emailsIn(realm);

  clock.shiftWallClock(days(89));
  await prune(realm);
  assert.deepEqual(await emailsIn(realm), all);
  await sendInvites(iago, "late@example.com", soon);
  clock.shiftWallClock(days(1) + hours(2));
  await prune(realm);
  assert.deepEqual(await emailsIn(realm), ["open@example.com", null, "asked@example.com", "late@example.com"]);
  clock.shiftWallClock(days(3));
  await prune(realm);
  // The link could not be deleted in the run that deleted the invitation created from it, so the next run deletes it.
  await prune(realm);
  assert.deepEqual(await emailsIn(realm), ["open@example.com", "late@example.com"]);
  assert.equal((await findByKey(realm, await loadKey(realm, "open@example.com"))).state, "usable");
});
