import type { Tx } from "#kernel/db/types.ts";
import { toUser } from "#kernel/events/audience.ts";
import { emit, lockPosition } from "#kernel/events/event-log.ts";
import type { Actor } from "#kernel/http/context.ts";
import { lockWholeReadState } from "#modules/messages/read-state/actions/lock-read-state.ts";
import { markAllReadFrom } from "#modules/messages/read-state/actions/mark/mark-sender-read.ts";
import { noteMutes } from "../muted-users-snapshot.ts";
import { AlreadyMuted } from "../errors.ts";
import { mutedUsersChanged } from "../events.ts";
import { mutedUsersOf } from "../queries.ts";

interface Muting {
  readonly actor: Actor;
  readonly mutedId: number;
  readonly now: Date;
}

/**
 * Mutes somebody for the actor, and marks as read what that person wrote. Whether the actor may know of them is for the
 * caller to ask. Locks the actor's read state, then the organization's position. Throws AlreadyMuted.
 */
export async function muteUser(tx: Tx, { actor, mutedId, now }: Muting): Promise<void> {
  await lockWholeReadState(tx, actor.id);
  // Nothing is sent between the last message that is marked and the first that is read when it comes.
  const { messageId } = await lockPosition(tx, actor.realmId);
  const muted = await mutedUsersOf(tx, actor.id);
  if (muted.some(({ id }) => id === mutedId)) throw new AlreadyMuted();
  await tx
    .insertInto("muted_user_period")
    .values({ user_id: actor.id, muted_user_id: mutedId, muted_at: now, from_message_id: messageId })
    .execute();
  noteMutes(tx, actor.realmId, actor.id);
  emit(tx, toUser(actor), mutedUsersChanged(await mutedUsersOf(tx, actor.id)));
  await markAllReadFrom(tx, actor, mutedId);
}
