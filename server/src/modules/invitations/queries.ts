import type { Invite } from "@parlance/contract/entities/invite.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import type { Actor, RealmContext, Role } from "#kernel/http/context.ts";
import { isAdministrator } from "#modules/channels/access.ts";
import { linkUrl } from "./keys.ts";

/**
 * The invitations that the actor may decide about and that can still be used, letters before links, the oldest first: one's
 * own, or all for administrators.
 */
export async function pendingInvitations(
  db: Reader,
  { actor, realm, now }: { actor: Actor; realm: Pick<RealmContext, "url">; now: Date },
): Promise<Invite[]> {
  const rows = await db
    .selectFrom("invitation")
    .selectAll()
    .where("realm_id", "=", actor.realmId)
    .where("referrer_id", isAdministrator(actor.role) ? "is not" : "=", isAdministrator(actor.role) ? null : actor.id)
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where((is) => is.or([is("expires_at", "is", null), is("expires_at", ">", now)]))
    .orderBy((is) => is("email", "is", null))
    .orderBy("id")
    .execute();
  return rows.map((row) => presentInvitation(row, realm));
}

function presentInvitation(row: Row<"invitation">, realm: Pick<RealmContext, "url">): Invite {
  const { email, key, notify_referrer } = row;
  return {
    id: row.id,
    invited_by_user_id: row.referrer_id ?? 0,
    invited: unixSeconds(row.sent_at),
    expiry_date: row.expires_at && unixSeconds(row.expires_at),
    invited_as: row.role as Role,
    is_multiuse: email === null,
    notify_referrer_on_join: notify_referrer,
    ...(email === null ? { link_url: linkUrl(realm, key) } : { email }),
  };
}

const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
