import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { enqueueEmail } from "#modules/platform/email/actions/enqueue-email.ts";
import { deactivationEmail } from "../deactivation-email.ts";
import type { UserRecord } from "#modules/users/core/queries.ts";

interface DeactivationEmail {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly user: Pick<UserRecord, "delivery_email" | "full_name">;
  /** The administrator's comment; may be empty. */
  readonly comment: string;
  readonly now: Date;
}

/** Notifies a user by email that the account was deactivated. */
export async function sendDeactivationEmail(tx: Tx, { realm, user, comment, now }: DeactivationEmail): Promise<void> {
  const { name } = await tx.selectFrom("realm").select("name").where("id", "=", realm.id).executeTakeFirstOrThrow();
  const email = deactivationEmail({ realm: { name, url: realm.url }, fullName: user.full_name, comment });
  await enqueueEmail(tx, { realm, to: { address: user.delivery_email, name: user.full_name }, email, now });
}
