import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { canSeeUser } from "#modules/users/core/visibility/user-visibility.ts";
import { assertCanReadMessage } from "#modules/messages/core/policy.ts";
import type { ReminderTarget } from "./reminder-text.ts";

/**
 * Loads the message of which a reminder reminds. `sender` is null if the user who set the reminder cannot see the
 * sender.
 * @throws InvalidMessages if the user cannot read the message
 */
export async function loadReminderTarget(db: Reader, reader: Actor, id: number): Promise<ReminderTarget> {
  await assertCanReadMessage(db, { ...reader, isSpectator: false }, id);
  const target = await findTarget(db, id);
  // The message was deleted between the two queries.
  if (!target) throw new InvalidMessages();
  const isKnown = await canSeeUser(db, reader, target.sender.id);
  return { ...target, sender: isKnown ? target.sender : null };
}

interface LoadedTarget extends ReminderTarget {
  readonly sender: NonNullable<ReminderTarget["sender"]>;
}

/** Loads a message. Does not check access. */
async function findTarget(db: Reader, id: number): Promise<LoadedTarget | undefined> {
  const { rows } = await sql<{
    content: string;
    topic: string;
    sender: LoadedTarget["sender"];
    channel: { id: number; name: string } | null;
    user_ids: number[];
  }>`
    select message.content, message.topic, json_build_object('id', sender.id, 'full_name', sender.full_name) as sender,
      case when channel.id is not null then json_build_object('id', channel.id, 'name', channel.name) end as channel,
      array(
        select user_id from direct_member where direct_member.recipient_id = message.recipient_id order by user_id
      ) as user_ids
    from message
    join account as sender on sender.id = message.sender_id
    left join channel on channel.recipient_id = message.recipient_id
    where message.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { content, topic, sender, channel, user_ids: userIds } = row;
  return { id, content, sender, place: channel ? { channel, topic } : { userIds } };
}
