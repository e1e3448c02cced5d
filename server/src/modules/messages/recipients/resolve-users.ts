import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { emailKey, userIdOfPlaceholderEmail } from "#modules/users/core/email-addresses.ts";
import { userRecordOf, users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { canSeeEmail } from "#modules/users/core/presentation.ts";
import { visibleUserIds } from "#modules/users/core/visibility/user-visibility.ts";
import type { MessageViewer } from "../core/message-viewer.ts";

/** The data about a user that sending a message to him or her requires. */
export interface ResolvedUser {
  readonly id: number;
  readonly delivery_email: string;
  readonly email_address_visibility: number;
  readonly is_active: boolean;
}

/**
 * Finds users and system bots by their ids or email addresses. The result has the order of `references`; an element is
 * undefined if there is no such user, if the viewer cannot see the user, or if the given email address is hidden from
 * the viewer.
 */
export async function resolveUsers(
  { db, snapshot }: { readonly db: Reader; readonly snapshot: OrganizationSnapshot },
  realm: RealmContext,
  viewer: MessageViewer,
  references: readonly (number | string)[],
): Promise<(ResolvedUser | undefined)[]> {
  const ownIds = references.map((one) => (typeof one === "number" ? one : userIdOfPlaceholderEmail(one, realm)));
  const known = snapshot.get(users);
  const found = references.map((one, index) => {
    const id = ownIds[index];
    if (typeof id === "number") return known.get(id);
    const account = known.byEmail(emailKey(String(one)));
    return account && canSeeEmail(viewer, userRecordOf(account)) ? account : undefined;
  });
  // This query runs even if no user was found, so that the response time does not reveal whether a user exists.
  const visible = viewer.isSpectator ? null : await visibleUserIds(db, viewer);
  return found.map((account) => (account && (visible?.has(account.id) ?? true) ? userRecordOf(account) : undefined));
}
