import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { hasPermission } from "#modules/groups/core/settings/group-settings.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import type { ChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import type { Principal } from "./find-principals.ts";
import { canSubscribeOthers, canUnsubscribeOthers } from "@parlance/contract/rules/channel-subscribers.ts";

/**
 * Throws unless the actor may subscribe other users to all of these channels. The caller must have checked that the
 * actor can read the channels or creates them.
 */
export async function authorizeSubscribingOthers(
  db: Reader,
  actor: Actor,
  channels: readonly ChannelAccess[],
): Promise<void> {
  const can = (anywhere: boolean) => channels.every((one) => canSubscribeOthers(actor.role, one, anywhere));
  if (can(false) || can(await canAddAnywhere(db, actor))) return;
  throw new InsufficientPermission();
}

const canAddAnywhere = (db: Reader, actor: Actor): Promise<boolean> =>
  hasPermission(db, actor, { scope: "realm", scopeId: actor.realmId, setting: "can_add_subscribers_group" });

/** Throws unless the actor may unsubscribe all of these users. All users may unsubscribe themselves and their bots. */
export function authorizeRemoving(
  actor: Actor,
  channels: readonly ChannelAccess[],
  people: readonly Principal[],
): void {
  const others = people.some(({ id, ownerId }) => id !== actor.id && ownerId !== actor.id);
  if (!others) return;
  if (!channels.every((channel) => canUnsubscribeOthers(actor.role, channel))) throw new InsufficientPermission();
}
