import type {
  OrganizationSnapshot,
  CachedValue,
} from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { mapWithPauses, type PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { groupMembers, groups, storedSettings } from "#modules/groups/core/groups-snapshot.ts";
import { channels, type ChannelSnapshot } from "./channels-snapshot.ts";
import { channelPresenterIn } from "../presentation.ts";

/** What the permissions of channels are made of. */
const PERMISSION_PARTS = [groups, groupMembers, storedSettings, users];

/** How many channels are presented before others have their turn. */
const PRESENTATION_BATCH_SIZE = 50;

/** Channels as JSON, as everybody who knows of them sees them. */
export function channelSerializer(snapshot: OrganizationSnapshot): (channel: ChannelSnapshot) => string {
  const kept = snapshot.cached("channels", () => new ChannelsJsonCache());
  return kept.at(snapshot);
}

/** Does most of the work of `channelSerializer` before it is asked for, as far as it is not done. */
export function* prepareChannelsJson(snapshot: OrganizationSnapshot): PausableTask<void> {
  const textOf = channelSerializer(snapshot);
  yield* mapWithPauses([...snapshot.get(channels).all()], textOf, PRESENTATION_BATCH_SIZE);
}

interface CachedChannelJson {
  readonly json: string;
  /** The last change of what the permissions are made of. */
  readonly change: number;
}

class ChannelsJsonCache implements CachedValue {
  /** By id. A channel that changes is another object. */
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
