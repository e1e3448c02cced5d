import { roles } from "@parlance/contract/entities/roles.ts";
import { endAllSessions } from "#modules/sign-in/sessions/actions/end-sessions.ts";
import { OrganizationIsDeactivated } from "#modules/sign-in/core/errors.ts";
import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { storeRealm } from "#modules/organizations/core/actions/store-realm.ts";
import { realmDeactivated } from "#modules/organizations/core/events.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { discardEmails } from "#modules/platform/email/actions/discard-emails.ts";
import { enqueueEmails } from "#modules/platform/email/actions/enqueue-email.ts";
import { deletePhonesOfOrganization } from "#modules/notifications/push-devices/actions/delete-phones.ts";
import { organizationDeactivatedEmail } from "../deactivation-email.ts";

interface RealmDeactivation {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** The acting user; null for the server's operator. */
  readonly actorId: number | null;
  readonly now: Date;
}

/**
 * Deactivates an organization. After the commit, API keys and passwords are rejected, browsers are logged out, and
 * pending emails are discarded. Owners are notified by email. Waiting long polls receive the event. The event queues of
 * browsers are deleted now, others when the organization is reactivated. Phones must register again after a
 * reactivation. All other data stays unchanged.
 * @throws OrganizationIsDeactivated if it is already deactivated
 */
export async function deactivateRealm(tx: Tx, { realm, actorId, now }: RealmDeactivation): Promise<void> {
  await discardEmails(tx, realm.id);
  const { name, deactivated_at: since } = await lockRealm(tx, realm.id);
  if (since !== null) throw new OrganizationIsDeactivated();
  await storeRealm(tx, realm.id, { deactivatedAt: now });
  // The event must precede the deletion of the browsers' queues, so that they receive it.
  emit(tx, toEveryone(realm.id), realmDeactivated(realm.id));
  await endAllSessions(tx, realm.id);
  await deletePhonesOfOrganization(tx, realm.id);
  const act = { realmId: realm.id, actorId, act: "realm.deactivated", targetId: realm.id } as const;
  await recordAct(tx, { ...act, now });
  const emails = (await loadOwners(tx, realm.id)).map(({ id, full_name: fullName, delivery_email: address }) => ({
    to: { address, name: fullName },
    email: organizationDeactivatedEmail({ realm: { ...realm, name }, fullName, isOwnAct: id === actorId }),
  }));
  await enqueueEmails(tx, { realm, now }, emails);
}

const loadOwners = (db: Reader, realmId: number) =>
  db
    .selectFrom("account")
    .select(["id", "full_name", "delivery_email"])
    .where("realm_id", "=", realmId)
    .where("role", "=", roles.owner)
    .where("is_active", "=", true)
    .where("bot_type", "is", null)
    .orderBy("id")
    .execute();
