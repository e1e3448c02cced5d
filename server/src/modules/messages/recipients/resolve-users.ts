import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { emailKey, ownerOfPlaceholder } from "#modules/users/core/email-addresses.ts";
import { factsOfKnown, people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { seesEmail } from "#modules/users/core/presentation.ts";
import { usersInSight } from "#modules/users/core/visibility/user-visibility.ts";
import type { MessageReader } from "../core/message-viewer.ts";

/** What it takes to write to somebody. */
export interface Addressee {
  readonly id: number;
  readonly delivery_email: string;
  readonly email_address_visibility: number;
  readonly is_active: boolean;
}

/**
 * Accounts of an organization, and the server's own bots, as a client names them: by id, or by address. Of whom the viewer
 * may not know, and whose address is hidden from the viewer, is not found by it.
 */
export async function findAddressees(
  { db, directory }: { readonly db: Reader; readonly directory: Directory },
  realm: RealmContext,
  viewer: MessageReader,
  references: readonly (number | string)[],
): Promise<(Addressee | undefined)[]> {
  const ownIds = references.map((one) => (typeof one === "number" ? one : ownerOfPlaceholder(one, realm)));
  const known = directory.of(people);
  const found = references.map((one, index) => {
    const id = ownIds[index];
    if (typeof id === "number") return known.get(id);
    const account = known.byEmail(emailKey(String(one)));
    return account && seesEmail(viewer, factsOfKnown(account)) ? account : undefined;
  });
  // Asked for also where nobody was found: how long it takes would tell.
  const sight = viewer.isSpectator ? null : await usersInSight(db, viewer);
  return found.map((account) => (account && (sight?.has(account.id) ?? true) ? factsOfKnown(account) : undefined));
}
