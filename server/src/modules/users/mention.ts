import type { Reader } from "#kernel/db/types.ts";

/** What names somebody in a message without telling them of it. */
export async function silentMention(db: Reader, userId: number): Promise<string> {
  const { full_name: name } = await db
    .selectFrom("account")
    .select("full_name")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return `@_**${name}|${userId}**`;
}
