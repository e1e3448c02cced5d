import type { Reader } from "@parlance/kernel/db/types.ts";

export interface NamedUser {
  readonly id: number;
  readonly full_name: string;
}

/** Formats a mention that does not notify the mentioned user. */
export const formatSilentMention = ({ id, full_name: name }: NamedUser): string => `@_**${name}|${id}**`;

/** Loads the user's name and formats a mention that does not notify the user. */
export async function loadSilentMention(db: Reader, userId: number): Promise<string> {
  const named = await db
    .selectFrom("account")
    .select(["id", "full_name"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return formatSilentMention(named);
}
