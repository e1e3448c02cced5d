import { sql } from "kysely";
import type { Submessage } from "@parlance/contract/entities/message.ts";
import type { Tx } from "#kernel/db/types.ts";
import { widgetBegun } from "#modules/messages/core/widget-commands.ts";

/** A message that was just sent. */
interface Sent {
  readonly id: number;
  readonly senderId: number;
  readonly content: string;
}

/** Begins the widgets that new messages ask for, and returns them by message. Asks nothing where none does. */
export async function beginWidgets(tx: Tx, messages: readonly Sent[]): Promise<Map<number, Submessage>> {
  const begun = messages.flatMap(({ id, senderId, content }) => {
    const widget = widgetBegun(content);
    return widget === null ? [] : [{ id, senderId, widget }];
  });
  if (begun.length === 0) return new Map();
  const { rows } = await sql<Submessage>`
    insert into submessage (message_id, sender_id, msg_type, content)
    select message_id, sender_id, 'widget', content
    from unnest(
      ${begun.map(({ id }) => id)}::bigint[], ${begun.map(({ senderId }) => senderId)}::int[],
      ${begun.map(({ widget }) => widget)}::text[]
    ) as new (message_id, sender_id, content)
    order by message_id
    returning id, message_id, sender_id, msg_type, content`.execute(tx);
  return new Map(rows.map((row) => [row.message_id, row]));
}
