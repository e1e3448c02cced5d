import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { type InvitationState, loadInvitation, offeredRole, stateOf } from "./invitation.ts";

/** What the holder of a key may learn. */
export type FoundInvitation =
  | { readonly state: Exclude<InvitationState, "usable"> }
  | {
      readonly state: "usable";
      /** A link for many: ask for an address, and call `requestJoin`. Else call `joinWithInvitation`. */
      readonly isLink: boolean;
      /** The address that was invited, or proved to be one's own; null for a link. */
      readonly email: string | null;
      /** Name of the organization. */
      readonly organization: string;
      /** Name of the inviter, by letter or by a link; null if there is none because the organization is open. */
      readonly inviter: string | null;
      /** What the newcomer will be. */
      readonly role: Role;
    };

/** The invitation with this key, from a letter or a link of this organization. Changes nothing. */
export async function findInvitation(
  db: Reader,
  { realm, key, now }: { realm: Pick<RealmContext, "id">; key: string; now: Date },
): Promise<FoundInvitation> {
  const invitation = await loadInvitation(db, realm.id, key);
  const state = stateOf(invitation, now);
  if (!invitation || state !== "usable") return { state: state as Exclude<InvitationState, "usable"> };
  const { email, organization, inviter_name: inviter } = invitation;
  return { state, isLink: email === null, email, organization, inviter, role: offeredRole(invitation) };
}
