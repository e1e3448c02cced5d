import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { snippetRemoved } from "../events.ts";
import { lockSnippet } from "../policy.ts";

/**
 * Deletes a snippet of the actor.
 * @throws SnippetDoesNotExist
 */
export async function deleteSnippet(ctx: Write, id: number): Promise<void> {
  const { tx, actor } = ctx;
  await lockSnippet(ctx, id);
  await tx.deleteFrom("saved_snippet").where("id", "=", id).execute();
  emit(tx, toUser(actor), snippetRemoved(id));
}
