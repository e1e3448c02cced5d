import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { AccountSnapshot } from "#modules/users/core/snapshot/users-snapshot.ts";

/** The recipient of an email that is due. */
export interface DueEmail {
  readonly userId: number;
  readonly realmId: number;
}

/** Maximum number of due emails that are loaded at a time. */
const MAX_DUE_EMAILS = 200;

/** Finds the recipients of emails that are due, the most overdue first. */
export async function findDueEmails(db: Reader, now: Date): Promise<DueEmail[]> {
  return db
    .selectFrom("notice_letter")
    .select(["user_id as userId", "realm_id as realmId"])
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(MAX_DUE_EMAILS)
    .execute();
}

/** Finds the time at which the next email is due, or was due. Returns undefined if there is none. */
export async function findNextDueTime(db: Reader): Promise<Date | undefined> {
  const { due_at } = await db
    .selectFrom("notice_letter")
    .select(({ fn }) => fn.min("due_at").as("due_at"))
    .executeTakeFirstOrThrow();
  return due_at ?? undefined;
}

/** Whether a user has an active account with the same email address in another active organization of this server. */
export async function hasAccountElsewhere(db: Reader, { id, email_key }: AccountSnapshot): Promise<boolean> {
  const row = await db
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select("account.id")
    .where("email_key", "=", email_key)
    .where("account.id", "<>", id)
    .where("is_active", "=", true)
    .where("realm.deactivated_at", "is", null)
    .where("account.realm_id", "<>", sql<number>`(select realm_id from account where id = ${id})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
