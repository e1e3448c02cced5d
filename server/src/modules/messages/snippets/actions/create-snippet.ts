import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { TooManySnippets } from "../errors.ts";
import { snippetAdded } from "../events.ts";
import { presentSnippet } from "../queries.ts";

const MAX_SNIPPETS = 500;

/**
 * Saves a snippet for the actor. Returns its id.
 * @throws TooManySnippets
 */
export async function createSnippet(
  { tx, actor, now }: Write,
  { title, content }: { readonly title: string; readonly content: string },
): Promise<number> {
  await lockAccount(tx, actor.id);
  const { count } = await tx
    .selectFrom("saved_snippet")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", actor.id)
    .executeTakeFirstOrThrow();
  if (count >= MAX_SNIPPETS) throw new TooManySnippets();
  const snippet = await tx
    .insertInto("saved_snippet")
    .values({ user_id: actor.id, title, content, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  emit(tx, toUser(actor), snippetAdded(presentSnippet(snippet)));
  return snippet.id;
}
