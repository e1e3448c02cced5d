import type { Tx } from "@parlance/kernel/db/types.ts";
import { parseFullName } from "#modules/users/core/full-names.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { renameUser } from "#modules/users/accounts/actions/rename-user.ts";

interface SyncedName {
  readonly realmId: number;
  readonly userId: number;
  readonly fullName: string;
  readonly now: Date;
}

/**
 * Renames a user to the name in the directory, if it differs.
 * @throws the errors of `parseFullName` and `renameUser`
 */
export async function syncName(tx: Tx, { realmId, userId, fullName, now }: SyncedName): Promise<void> {
  const name = parseFullName(fullName);
  const { full_name: before } = await tx
    .selectFrom("account")
    .select("full_name")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (before === name) return;
  await renameUser(tx, { realmId, userId, fullName: name });
  const change = { before: { full_name: before }, after: { full_name: name } };
  await recordAct(tx, { realmId, actorId: null, act: "user.renamed", targetId: userId, ...change, now });
}
