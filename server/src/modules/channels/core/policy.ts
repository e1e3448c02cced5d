import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { lockGroupsShared } from "#modules/groups/core/group-locks.ts";
import {
  canSeeMetadataIn,
  channelNameKey,
  channelVisibilityIn,
  loadChannelAccess,
  type ChannelAccess,
  type ChannelSelector,
  type ChannelViewer,
} from "./access/channel-access.ts";
import { canReadContent } from "@parlance/contract/rules/channel-access.ts";
import { acquireChannelLocks } from "./channel-locks.ts";
import { channels, type ChannelSnapshot } from "./snapshot/channels-snapshot.ts";
import { InvalidChannelId, InvalidChannelName } from "./errors.ts";

/** `metadata` is access to the channel's existence, name and subscribers. `content` is access to its messages. */
export type AccessLevel = "metadata" | "content";

const allows = {
  metadata: canSeeMetadataIn,
  content: (snapshot: OrganizationSnapshot, { id, role }: Viewer, channel: ChannelSnapshot) =>
    canReadContent(role, channelVisibilityIn(snapshot, id, channel)),
};

type Viewer = Pick<ChannelViewer, "id" | "role">;

/**
 * Finds a channel to which the user has access at the level `need`, according to the organization snapshot.
 * @throws InvalidChannelId if the channel does not exist, or if the user does not have access
 */
export function accessChannel(
  snapshot: OrganizationSnapshot,
  user: Viewer,
  channelId: number,
  need: AccessLevel,
): ChannelSnapshot {
  const channel = snapshot.get(channels).get(channelId);
  if (!channel || !allows[need](snapshot, user, channel)) throw new InvalidChannelId();
  return channel;
}

/**
 * Finds a channel by its name, in any capitalization, to which the user has access at the level `need`, according to
 * the organization snapshot.
 * @throws InvalidChannelName if the channel does not exist, or if the user does not have access
 */
export function accessChannelByName(
  snapshot: OrganizationSnapshot,
  user: Viewer,
  name: string,
  need: AccessLevel,
): ChannelSnapshot {
  const channel = snapshot.get(channels).byName(channelNameKey(name));
  if (!channel || !allows[need](snapshot, user, channel)) throw new InvalidChannelName({ name });
  return channel;
}

/**
 * Locks channels, in ascending order of their ids, and loads them with the user's relation to them. Does not check
 * access; the caller must, with the predicates in contract/rules. Until the transaction ends, the channels' privacy and
 * subscribers stay unchanged.
 */
export async function lockChannels(tx: Tx, user: ChannelViewer, choice: ChannelSelector): Promise<ChannelAccess[]> {
  await acquireChannelLocks(tx, user.realmId, choice);
  return loadChannelAccess(tx, user, choice);
}

/**
 * Locks the creation of channels in the organization. Until the transaction ends, an available name stays available,
 * and a folder cannot be archived. Call it before any channel is locked. To avoid deadlocks, it first locks the groups
 * to which permissions of new channels may refer, and then the organization.
 */
export async function lockChannelNames(tx: Tx, realmId: number): Promise<void> {
  await lockGroupsShared(tx, realmId);
  await lockRealm(tx, realmId);
}
