import type { Tx } from "@parlance/kernel/db/types.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import type { UserDraft } from "../users/user-draft.ts";

interface Known extends Pick<UserDraft, "userName" | "email" | "externalId" | "givenName" | "familyName"> {
  readonly realmId: number;
  readonly userId: number;
}

/**
 * Stores a directory's data about a user for which accounts have no fields, such as the id in the directory. If the
 * directory had deleted the user, the user counts as existing again.
 */
export async function storeUserSync(tx: Tx, { realmId, userId, userName, email, ...of }: Known): Promise<void> {
  const isAddress = emailKey(userName) === emailKey(email);
  const row = {
    external_id: of.externalId,
    user_name: isAddress ? null : userName,
    user_name_key: isAddress ? null : emailKey(userName),
    given_name: of.givenName,
    family_name: of.familyName,
    is_deleted: false,
  };
  await tx
    .insertInto("scim_user")
    .values({ user_id: userId, realm_id: realmId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

/** Marks a deactivated user as deleted by the directory, so that the directory's requests no longer find the user. */
export async function storeUserDeleted(tx: Tx, realmId: number, userId: number): Promise<void> {
  await tx
    .insertInto("scim_user")
    .values({ user_id: userId, realm_id: realmId, is_deleted: true })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ is_deleted: true, external_id: null }))
    .execute();
}

/** Stores the id by which a directory identifies a group. */
export async function storeGroupSync(
  tx: Tx,
  { realmId, groupId, externalId }: { realmId: number; groupId: number; externalId: string | null },
): Promise<void> {
  await tx
    .insertInto("scim_group")
    .values({ group_id: groupId, realm_id: realmId, external_id: externalId })
    .onConflict((conflict) => conflict.column("group_id").doUpdateSet({ external_id: externalId }))
    .execute();
}
