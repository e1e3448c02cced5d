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

/** `metadata`: the channel's existence, name and subscribers. `content`: its messages. */
export type AccessLevel = "metadata" | "content";

const allows = { metadata: canSeeMetadata, content: canReadContent };

/**
 * Loads a channel that the user has access to. Throws `InvalidChannelId`, with the same error if the channel does not
 * exist.
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

/** The same by name, in any case. Throws `InvalidChannelName`. */
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

/** Loads all channels of the organization that the user has this access to, including archived ones, by id. */
export async function loadAccessibleChannels(
  db: Reader,
  user: ChannelViewer,
  need: AccessLevel,
): Promise<ChannelAccess[]> {
  const channels = await loadChannelAccess(db, user, { all: true });
  return channels.filter((channel) => allows[need](user.role, channel));
}

/**
 * Locks channels, in ascending order of their ids, and loads them with what the user has to do with them. It does not
 * authorize: ask the predicates of contract/rules. The lock keeps their privacy and their subscribers as they are.
 */
export async function lockChannels(tx: Tx, user: ChannelViewer, choice: ChannelSelector): Promise<ChannelAccess[]> {
  await acquireChannelLocks(tx, user.realmId, choice);
  return loadChannelAccess(tx, user, choice);
}

/**
 * Serializes the creation of channels in the organization, so that an available name stays available, and an active
 * folder stays active. Call it before any channel is locked. It locks the groups that new channels may refer to before
 * the organization.
 */
export async function lockChannelNames(tx: Tx, realmId: number): Promise<void> {
  await lockGroupsShared(tx, realmId);
  await lockRealm(tx, realmId);
}
