import type { Reader } from "#kernel/db/types.ts";

/** What is known of an account's second factor; undefined where it was never set up. */
export const secondFactorOf = (db: Reader, userId: number) =>
  db
    .selectFrom("two_factor")
    .select(["salt", "confirmed_at", "recovery_hashes"])
    .where("user_id", "=", userId)
    .executeTakeFirst();

/** Whether signing in to an account takes a code. */
export const needsCode = async (db: Reader, userId: number): Promise<boolean> =>
  ((await secondFactorOf(db, userId))?.confirmed_at ?? null) !== null;
