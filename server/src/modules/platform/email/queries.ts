import type { Reader } from "@parlance/kernel/db/types.ts";

/** Returns the number of pending emails and the number of failed emails. */
export async function countUnsentEmails(db: Reader): Promise<{ waiting: number; failed: number }> {
  const rows = await db
    .selectFrom("mail")
    .select(["state", ({ fn }) => fn.countAll<number>().as("count")])
    .where("state", "<>", "sent")
    .groupBy("state")
    .execute();
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return { waiting: counts.get("waiting") ?? 0, failed: counts.get("failed") ?? 0 };
}

/** Lists emails without their bodies, newest first. With `isFailed`, lists only failed emails. */
export async function listLatestEmails(db: Reader, { isFailed, limit }: { isFailed: boolean; limit: number }) {
  let query = db
    .selectFrom("mail")
    .innerJoin("realm", "realm.id", "mail.realm_id")
    .select(["mail.id", "mail.kind", "mail.to_address", "mail.subject", "mail.state", "mail.tries", "mail.last_error"])
    .select(["mail.created_at", "mail.sent_at", "realm.name as organization"])
    .orderBy("mail.id", "desc")
    .limit(limit);
  if (isFailed) query = query.where("mail.state", "=", "failed");
  return query.execute();
}
