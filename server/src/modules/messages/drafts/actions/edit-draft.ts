import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import type { DraftValues } from "../parse-drafts.ts";
import { draftChanged } from "../events.ts";
import { assertWithinQuota } from "../policy.ts";
import { presentDraft } from "../queries.ts";

/**
 * Replaces a draft. The author's drafts must be locked.
 * @throws DraftsTooLong
 */
export async function editDraft({ tx, actor }: Write, id: number, draft: DraftValues): Promise<void> {
  const row = await tx.updateTable("draft").set(draft).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
  await assertWithinQuota(tx, actor);
  emit(tx, toUser(actor), draftChanged(presentDraft(row)));
}
