import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { sendLetter } from "#modules/platform/email/actions/enqueue-email.ts";
import { accountDeactivated } from "../deactivation-email.ts";
import type { UserFacts } from "#modules/users/core/queries.ts";

interface Farewell {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly user: Pick<UserFacts, "delivery_email" | "full_name">;
  /** What the administrator has to say; may be empty. */
  readonly comment: string;
  readonly now: Date;
}

/** Writes to somebody that their account was deactivated. */
export async function sendDeactivationLetter(tx: Tx, { realm, user, comment, now }: Farewell): Promise<void> {
  const { name } = await tx.selectFrom("realm").select("name").where("id", "=", realm.id).executeTakeFirstOrThrow();
  const letter = accountDeactivated({ realm: { name, url: realm.url }, fullName: user.full_name, comment });
  await sendLetter(tx, { realm, to: { address: user.delivery_email, name: user.full_name }, letter, now });
}
