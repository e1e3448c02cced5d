import { sql } from "kysely";
import type { Row } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import type { DraftValues } from "../parse-drafts.ts";
import { draftsAdded } from "../events.ts";
import { assertWithinQuota } from "../policy.ts";
import { presentDraft } from "../queries.ts";

/**
 * Saves new drafts. Returns their ids in the same order. The author's drafts must be locked.
 * @throws TooManyDrafts, DraftsTooLong
 */
export async function createDrafts({ tx, actor }: Write, drafts: readonly DraftValues[]): Promise<number[]> {
  if (drafts.length === 0) return [];
  const { rows } = await sql<Row<"draft">>`
    insert into draft (user_id, type, recipients, topic, content, edited_at)
    select ${actor.id}, draft.type, array(select json_array_elements_text(draft.recipients)::int), draft.topic,
      draft.content, draft.edited_at
    from json_to_recordset(${JSON.stringify(drafts)}::json)
      as draft(type text, recipients json, topic text, content text, edited_at bigint)
    returning *`.execute(tx);
  await assertWithinQuota(tx, actor);
  // `returning` does not guarantee an order. The rows were inserted in the order of `drafts`, so their ids have that
  // order.
  const added = rows.sort((a, b) => a.id - b.id).map(presentDraft);
  emit(tx, toUser(actor), draftsAdded(added));
  return added.map(({ id }) => id);
}
