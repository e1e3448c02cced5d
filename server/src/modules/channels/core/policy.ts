import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { lockGroupsShared } from "#modules/groups/core/group-locks.ts";
import {
  loadChannelAccess,
  type ChannelAccess,
  type ChannelSelector,
  type ChannelViewer,
} from "./access/channel-access.ts";
import { canReadContent, canSeeMetadata } from "@parlance/contract/rules/channel-access.ts";
import { acquireChannelLocks } from "./channel-locks.ts";
import { InvalidChannelId, InvalidChannelName } from "./errors.ts";

/** `metadata` is access to the channel's existence, name and subscribers. `content` is access to its messages. */
export type AccessLevel = "metadata" | "content";

const allows = { metadata: canSeeMetadata, content: canReadContent };

/**
 * Loads a channel to which the user has access at the level `need`.
 * @throws InvalidChannelId if the channel does not exist, or if the user does not have access
 */
export async function accessChannel(
  db: Reader,
  user: ChannelViewer,
  channelId: number,
  need: AccessLevel,
): Promise<ChannelAccess> {
  const [channel] = await loadChannelAccess(db, user, { ids: [channelId] });
  if (!channel || !allows[need](user.role, channel)) throw new InvalidChannelId();
  return channel;
}

/**
 * Loads a channel by its name, in any capitalization, to which the user has access at the level `need`.
 * @throws InvalidChannelName if the channel does not exist, or if the user does not have access
 */
export async function accessChannelByName(
  db: Reader,
  user: ChannelViewer,
  name: string,
  need: AccessLevel,
): Promise<ChannelAccess> {
  const [channel] = await loadChannelAccess(db, user, { names: [name] });
  if (!channel || !allows[need](user.role, channel)) throw new InvalidChannelName({ name });
  return channel;
}

/**
 * Loads all channels of the organization to which the user has access at the level `need`, including archived channels.
 * They are ordered by id.
 */
export async function loadAccessibleChannels(
  db: Reader,
  user: ChannelViewer,
  need: AccessLevel,
): Promise<ChannelAccess[]> {
  const channels = await loadChannelAccess(db, user, { all: true });
  return channels.filter((channel) => allows[need](user.role, channel));
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
