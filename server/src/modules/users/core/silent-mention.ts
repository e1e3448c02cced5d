import type { Reader } from "@parlance/kernel/db/types.ts";

export interface NamedUser {
  readonly id: number;
  readonly full_name: string;
}

/** What names somebody in a message without telling them of it. */
export const formatSilentMention = ({ id, full_name: name }: NamedUser): string => `@_**${name}|${id}**`;

/** The same of somebody whose name is not at hand. */
export async function loadSilentMention(db: Reader, userId: number): Promise<string> {
  const named = await db
    .selectFrom("account")
    .select(["id", "full_name"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return formatSilentMention(named);
}
