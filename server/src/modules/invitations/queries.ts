import type { Invite } from "@parlance/contract/nouns/invitations.ts";
import { isAtLeast, type Role } from "@parlance/contract/entities/roles.ts";
import type { Row } from "@parlance/kernel/db/types.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import { inviteLinkUrl } from "./invitation.ts";
import { invitableRoles } from "./policy.ts";

/**
 * Loads the usable invitations that the actor may see: the actor's own or, for administrators, all. Emailed invitations
 * precede links, and older ones precede newer ones. The URL of a link is omitted if the actor may not create such a
 * link, because anyone with the URL can join.
 */
export async function pendingInvitations({ db, snapshot, actor, realm, now }: Read): Promise<Invite[]> {
  const canSeeAll = isAtLeast(actor.role, "administrator");
  const rows = await db
    .selectFrom("invitation")
    .selectAll()
    .where("realm_id", "=", actor.realmId)
    .where("referrer_id", canSeeAll ? "is not" : "=", canSeeAll ? null : actor.id)
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where((is) => is.or([is("expires_at", "is", null), is("expires_at", ">", now)]))
    .orderBy((is) => is("email", "is", null))
    .orderBy("id")
    .execute();
  const isOpen = invitableRoles(snapshot, actor, "create_multiuse_invite_group");
  return rows.map((row) => presentInvitation(row, isOpen(row.role) ? inviteLinkUrl(realm, row.key) : null));
}

/** Serializes an invitation. `url` is null for links whose URL the actor may not see. */
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
