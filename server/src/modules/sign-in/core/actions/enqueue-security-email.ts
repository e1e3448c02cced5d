import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { enqueueEmail } from "#modules/platform/email/actions/enqueue-email.ts";
import type { Email } from "#modules/platform/email/email.ts";

/** The owner of an account whose security changes, and the time of the change. */
export interface AccountOwner {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly userId: number;
  readonly now: Date;
}

type EmailBuilder = (realm: { readonly url: string; readonly name: string }, fullName: string) => Email;

/** Sends an email about the security of an account to its owner, even if the owner has turned off other emails. */
export async function enqueueSecurityEmail(
  tx: Tx,
  { realm, userId, now }: AccountOwner,
  buildEmail: EmailBuilder,
): Promise<void> {
  const account = await tx
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["account.delivery_email", "account.full_name", "realm.name"])
    .where("account.id", "=", userId)
    .executeTakeFirstOrThrow();
  const { delivery_email: address, full_name: fullName, name } = account;
  const email = buildEmail({ url: realm.url, name }, fullName);
  await enqueueEmail(tx, { realm, to: { address, name: fullName }, email, now });
}
