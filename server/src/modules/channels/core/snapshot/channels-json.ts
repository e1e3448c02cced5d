import type {
  OrganizationSnapshot,
  CachedValue,
} from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { mapWithPauses, type PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { groupMembers, groups, storedSettings } from "#modules/groups/core/groups-snapshot.ts";
import { channels, type ChannelSnapshot } from "./channels-snapshot.ts";
import { channelPresenterIn } from "../presentation.ts";

/** The sections of the organization snapshot on which the permissions of channels depend. */
const PERMISSION_PARTS = [groups, groupMembers, storedSettings, users];

/** Number of channels that are serialized before other work gets a chance to run. */
const PRESENTATION_BATCH_SIZE = 50;

/** Returns a function that serializes a channel as JSON for users who can see it. The results are cached. */
export function channelSerializer(snapshot: OrganizationSnapshot): (channel: ChannelSnapshot) => string {
  const cache = snapshot.cached("channels", () => new ChannelsJsonCache());
  return cache.at(snapshot);
}

/** Serializes all channels that are not cached yet, so that `channelSerializer` finds them in the cache. */
export function* prepareChannelsJson(snapshot: OrganizationSnapshot): PausableTask<void> {
  const textOf = channelSerializer(snapshot);
  yield* mapWithPauses([...snapshot.get(channels).all()], textOf, PRESENTATION_BATCH_SIZE);
}

interface CachedChannelJson {
  readonly json: string;
  /** Number of the last change of the sections in `PERMISSION_PARTS` at the time of serialization. */
  readonly change: number;
}

class ChannelsJsonCache implements CachedValue {
  /**
   * Cached JSON by channel id. Every change of a channel creates a new snapshot object, so that a stale entry is
   * recognized by comparing objects.
   */
  readonly #texts = new Map<number, CachedChannelJson & { readonly channel: ChannelSnapshot }>();
  bytes = 0;

  at(snapshot: OrganizationSnapshot): (channel: ChannelSnapshot) => string {
    const change = snapshot.lastChangeOf(PERMISSION_PARTS);
    const present = channelPresenterIn(snapshot);
    return (channel) => {
      const known = this.#texts.get(channel.id);
      if (known?.channel === channel && known.change === change) return known.json;
      const json = JSON.stringify(present(channel));
      this.bytes += json.length - (known?.json.length ?? 0);
      this.#texts.set(channel.id, { channel, json, change });
      return json;
    };
  }
}
