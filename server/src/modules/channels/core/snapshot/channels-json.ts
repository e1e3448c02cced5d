import type { Directory, Kept } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { mapPausing, type Pausable } from "#kernel/time-slicing.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { groupMembers, groups, storedSettings } from "#modules/groups/core/groups-snapshot.ts";
import { channels, type KnownChannel } from "./channels-snapshot.ts";
import { channelPresenterIn } from "../presentation.ts";

/** What the permissions of channels are made of. */
const PERMISSIONS = [groups, groupMembers, storedSettings, people];

/** How many channels are presented before others have their turn. */
const PRESENTED_AT_ONCE = 50;

/** Channels as JSON, as everybody who knows of them sees them. */
export function channelTexts(directory: Directory): (channel: KnownChannel) => string {
  const kept = directory.kept("channels", () => new ChannelTexts());
  return kept.at(directory);
}

/** Does most of the work of `channelTexts` before it is asked for, as far as it is not done. */
export function* prepareChannelTexts(directory: Directory): Pausable<void> {
  const textOf = channelTexts(directory);
  yield* mapPausing([...directory.of(channels).all()], textOf, PRESENTED_AT_ONCE);
}

interface Text {
  readonly json: string;
  /** The last change of what the permissions are made of. */
  readonly change: number;
}

class ChannelTexts implements Kept {
  /** By id. A channel that changes is another object. */
  readonly #texts = new Map<number, Text & { readonly channel: KnownChannel }>();
  bytes = 0;

  at(directory: Directory): (channel: KnownChannel) => string {
    const change = directory.changeOf(PERMISSIONS);
    const present = channelPresenterIn(directory);
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
