import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { emailKey, userIdOfPlaceholderEmail } from "#modules/users/core/email-addresses.ts";
import { userRecordOf, users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { canSeeEmail } from "#modules/users/core/presentation.ts";
import { visibleUserIds } from "#modules/users/core/visibility/user-visibility.ts";
import type { MessageViewer } from "../core/message-viewer.ts";

/** What it takes to write to somebody. */
export interface ResolvedUser {
  readonly id: number;
  readonly delivery_email: string;
  readonly email_address_visibility: number;
  readonly is_active: boolean;
}

/**
 * Accounts of an organization, and the server's own bots, as a client names them: by id, or by address. Of whom the viewer
 * may not know, and whose address is hidden from the viewer, is not found by it.
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
  // Asked for also where nobody was found: how long it takes would tell.
  const sight = viewer.isSpectator ? null : await visibleUserIds(db, viewer);
  return found.map((account) => (account && (sight?.has(account.id) ?? true) ? userRecordOf(account) : undefined));
}
