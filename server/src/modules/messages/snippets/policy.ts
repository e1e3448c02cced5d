import type { Row } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { SnippetDoesNotExist } from "./errors.ts";

/**
 * Loads a snippet of the actor, and locks the actor's snippets against concurrent changes.
 * @throws SnippetDoesNotExist
 */
export async function lockSnippet({ tx, actor }: Write, id: number): Promise<Row<"saved_snippet">> {
  await lockAccount(tx, actor.id);
  const snippet = await tx
    .selectFrom("saved_snippet")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", actor.id)
    .executeTakeFirst();
  if (!snippet) throw new SnippetDoesNotExist();
  return snippet;
}
