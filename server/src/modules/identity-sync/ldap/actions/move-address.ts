import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { changeEmail } from "#modules/users/accounts/actions/email-change/change-email.ts";

interface ToldAddress {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** Of the organization; the row is locked. */
  readonly userId: number;
  /** Well-formed, and of those that the organization takes. */
  readonly email: string;
  readonly now: Date;
}

/**
 * Gives an account the address that its owner has in the directory by now.
 * @throws EmailInUse
 */
export async function moveAddress(tx: Tx, { realm, userId, email, now }: ToldAddress): Promise<void> {
  const { delivery_email: before } = await tx
    .selectFrom("account")
    .select("delivery_email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await changeEmail(tx, { realm, userId, email });
  const change = { before: { delivery_email: before }, after: { delivery_email: email } };
  await recordAct(tx, {
    realmId: realm.id,
    actorId: null,
    act: "user.email_changed",
    targetId: userId,
    ...change,
    now,
  });
}
