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

/** `metadata`: that it exists, its name, its subscribers. `content`: its messages. */
export type AccessLevel = "metadata" | "content";

const allows = { metadata: canSeeMetadata, content: canReadContent };

/** Loads a channel that the user may see. Throws `InvalidChannelId` alike if there is none. */
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

/** The same by name, in whatever case. Throws `InvalidChannelName`. */
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

/** All channels of the organization that the user has this access to, archived ones too, by id. */
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
 * Lets the organization's channels be created by one transaction at a time, so that a name that is free now stays free, and
 * a folder that takes channels goes on to.
 * Call it before any channel is locked; the groups that new channels may name are held before the organization is.
 */
export async function lockChannelNames(tx: Tx, realmId: number): Promise<void> {
  await lockGroupsShared(tx, realmId);
  await lockRealm(tx, realmId);
}
