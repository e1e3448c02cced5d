import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { snippetChanged } from "../events.ts";
import { lockSnippet } from "../policy.ts";
import { presentSnippet } from "../queries.ts";

/**
 * Changes a snippet of the actor. Fields that are undefined stay unchanged. Emits no event if nothing changes.
 * @throws SnippetDoesNotExist
 */
export async function editSnippet(
  ctx: Write,
  id: number,
  { title, content }: { readonly title?: string | undefined; readonly content?: string | undefined },
): Promise<void> {
  const { tx, actor } = ctx;
  const before = await lockSnippet(ctx, id);
  const after = { ...before, title: title ?? before.title, content: content ?? before.content };
  if (after.title === before.title && after.content === before.content) return;
  const changes = { title: after.title, content: after.content };
  await tx.updateTable("saved_snippet").set(changes).where("id", "=", id).execute();
  emit(tx, toUser(actor), snippetChanged(presentSnippet(after)));
}
