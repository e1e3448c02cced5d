import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { enqueueEmail } from "#modules/platform/email/actions/enqueue-email.ts";
import type { Email } from "#modules/platform/email/email.ts";

interface Owner {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly userId: number;
  readonly now: Date;
}

type EmailBuilder = (realm: { readonly url: string; readonly name: string }, fullName: string) => Email;

/** Writes to the owner of an account about its safety, whatever they want letters about. */
export async function enqueueSecurityEmail(
  tx: Tx,
  { realm, userId, now }: Owner,
  letterTo: EmailBuilder,
): Promise<void> {
  const account = await tx
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["account.delivery_email", "account.full_name", "realm.name"])
    .where("account.id", "=", userId)
    .executeTakeFirstOrThrow();
  const { delivery_email: address, full_name: fullName, name } = account;
  const email = letterTo({ url: realm.url, name }, fullName);
  await enqueueEmail(tx, { realm, to: { address, name: fullName }, email, now });
}
