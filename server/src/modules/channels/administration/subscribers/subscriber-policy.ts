import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { GroupSettingInput } from "#modules/groups/core/actions/settings/resolve-group-settings.ts";
import { isInSettingValueIn } from "#modules/groups/core/queries.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { canSubscribeAnywhereIn, type ChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import type { Principal } from "./find-principals.ts";
import { canSubscribeOthers, canUnsubscribeOthers } from "@parlance/contract/rules/channel-subscribers.ts";

/** Throws unless the actor may subscribe other users to all of these channels, which the actor can read. */
export async function authorizeSubscribingOthers(
  { actor, committedSnapshot }: Pick<Write, "actor" | "committedSnapshot">,
  channels: readonly ChannelAccess[],
): Promise<void> {
  const can = (anywhere: boolean) => channels.every((one) => canSubscribeOthers(actor.role, one, anywhere));
  if (can(false) || can(canSubscribeAnywhereIn(await committedSnapshot(), actor.id))) return;
  throw new InsufficientPermission();
}

/**
 * Throws unless the actor may subscribe other users to new channels with these permissions, which the actor creates.
 * The snapshot must be the one from before the creation.
 */
export function authorizeSubscribingOthersToNew(
  snapshot: OrganizationSnapshot,
  { id: userId, role }: Actor,
  permissions: GroupSettingInput<"channel">,
): void {
  const { can_administer_channel_group: administer, can_add_subscribers_group: addSubscribers } = permissions;
  const facts = {
    in_administer_group: administer === undefined || isInSettingValueIn(snapshot, userId, administer),
    in_add_subscribers_group: addSubscribers !== undefined && isInSettingValueIn(snapshot, userId, addSubscribers),
  };
  if (!canSubscribeOthers(role, facts, canSubscribeAnywhereIn(snapshot, userId))) throw new InsufficientPermission();
}

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
