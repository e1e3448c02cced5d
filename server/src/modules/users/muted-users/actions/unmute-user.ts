import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit, lockPosition } from "@parlance/kernel/events/event-log.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { recordMuteChanges } from "../muted-users-snapshot.ts";
import { NotMuted } from "../errors.ts";
import { mutedUsersChanged } from "../events.ts";
import { listMutedUsers } from "../queries.ts";

/** Unmutes a user. Throws NotMuted. */
export async function unmuteUser(tx: Tx, actor: Actor, mutedId: number): Promise<void> {
  const { messageId } = await lockPosition(tx, actor.realmId);
  const isCurrent = sql`user_id = ${actor.id} and muted_user_id = ${mutedId} and to_message_id is null`;
  // If no message was sent while the user was muted, the row of that period is deleted.
  const { rows } = await sql`
    with forgotten as (
      delete from muted_user_period where ${isCurrent} and from_message_id = ${messageId} returning 1
    ), ended as (
      update muted_user_period set to_message_id = ${messageId}
      where ${isCurrent} and from_message_id < ${messageId} returning 1
    )
    select from forgotten union all select from ended`.execute(tx);
  if (rows.length === 0) throw new NotMuted();
  recordMuteChanges(tx, actor.realmId, actor.id);
  emit(tx, toUser(actor), mutedUsersChanged(await listMutedUsers(tx, actor.id)));
}
