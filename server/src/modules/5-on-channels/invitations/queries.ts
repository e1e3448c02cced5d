import type { Invite } from "@parlance/contract/entities/invite.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import type { Actor, RealmContext, Role } from "#kernel/http/context.ts";
import { isAdministrator } from "#modules/4-channels/channels/reading.ts";
import { linkUrl } from "./keys.ts";
import { rolesToInvite } from "./policy.ts";

/**
 * The invitations that the actor hears of and that can still be used, letters before links, the oldest first: one's own, or
 * all for administrators. Of a link that the actor could not make, the address is left out: it lets in whoever has it.
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
  const isOpen = await rolesToInvite(db, actor, "create_multiuse_invite_group");
  return rows.map((row) => presentInvitation(row, isOpen(row.role) ? linkUrl(realm, row.key) : null));
}

/** `url`, of a link, is null where the reader may not have it. */
function presentInvitation(row: Row<"invitation">, url: string | null): Invite {
  const { email, notify_referrer } = row;
  return {
    id: row.id,
    invited_by_user_id: row.referrer_id ?? 0,
    invited: unixSeconds(row.sent_at),
    expiry_date: row.expires_at && unixSeconds(row.expires_at),
    invited_as: row.role as Role,
    is_multiuse: email === null,
    notify_referrer_on_join: notify_referrer,
    ...(email === null ? {} : { email }),
    ...(email === null && url !== null ? { link_url: url } : {}),
  };
}

const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
