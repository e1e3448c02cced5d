import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { draftRemoved } from "../events.ts";
import { lockDraft } from "../policy.ts";

/**
 * Deletes a draft.
 * @throws DraftsNotSynchronized, DraftDoesNotExist
 */
export async function deleteDraft(ctx: Write, id: number): Promise<void> {
  const { tx, actor } = ctx;
  await lockDraft(ctx, id);
  await tx.deleteFrom("draft").where("id", "=", id).execute();
  emit(tx, toUser(actor), draftRemoved(id));
}
