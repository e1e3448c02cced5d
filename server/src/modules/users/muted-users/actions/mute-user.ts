import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit, lockPosition } from "@parlance/kernel/events/event-log.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { lockWholeReadState } from "#modules/messages/read-state/actions/lock-read-state.ts";
import { markSenderRead } from "#modules/messages/read-state/actions/mark/mark-sender-read.ts";
import { recordMuteChanges } from "../muted-users-snapshot.ts";
import { AlreadyMuted } from "../errors.ts";
import { mutedUsersChanged } from "../events.ts";
import { listMutedUsers } from "../queries.ts";

interface UserMute {
  readonly actor: Actor;
  readonly mutedId: number;
  readonly now: Date;
}

/**
 * Mutes a user for the actor, and marks the messages that the muted user has sent as read. The caller must check that
 * the actor can see the user. Locks the actor's read state, then the organization's log position. Throws AlreadyMuted.
 */
export async function muteUser(tx: Tx, { actor, mutedId, now }: UserMute): Promise<void> {
  await lockWholeReadState(tx, actor.id);
  // While the log position is locked, no message can be sent. So every message is either marked as read now, or sent
  // while the user is already muted and therefore read from the start.
  const { messageId } = await lockPosition(tx, actor.realmId);
  const muted = await listMutedUsers(tx, actor.id);
  if (muted.some(({ id }) => id === mutedId)) throw new AlreadyMuted();
  await tx
    .insertInto("muted_user_period")
    .values({ user_id: actor.id, muted_user_id: mutedId, muted_at: now, from_message_id: messageId })
    .execute();
  recordMuteChanges(tx, actor.realmId, actor.id);
  emit(tx, toUser(actor), mutedUsersChanged(await listMutedUsers(tx, actor.id)));
  await markSenderRead(tx, actor, mutedId);
}
