import type {
  OrganizationSnapshot,
  CachedValue,
} from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { encodeText } from "@parlance/kernel/base/encode-text.ts";
import { SharedJson } from "@parlance/kernel/base/marked-json.ts";
import { mapWithPauses, type PausableTask } from "@parlance/kernel/base/time-slicing.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { groupMembers, groups, storedSettings } from "#modules/groups/core/groups-snapshot.ts";
import { channels, type ChannelSnapshot } from "./channels-snapshot.ts";
import { channelPresenterIn } from "../presentation.ts";

/** The sections of the organization snapshot on which the permissions of channels depend. */
const PERMISSION_PARTS = [groups, groupMembers, storedSettings, users];

/** Number of channels that are serialized before other work gets a chance to run. */
const PRESENTATION_BATCH_SIZE = 50;

/** Number of channels whose JSON is compressed together. */
const BLOCK_SIZE = 64;
/** Maximum number of variants of each block that are cached: users see different private channels. */
const MAX_BLOCK_VARIANTS = 4;

/**
 * A channel as JSON, without the closing brace, so that members can be added: see `subscription-lists.ts`. Encoded as
 * UTF-8.
 */
export type OpenChannelJson = Uint8Array;

/** Returns a function that serializes a channel as JSON for users who can see it. The results are cached. */
export const channelSerializer = (snapshot: OrganizationSnapshot): ((channel: ChannelSnapshot) => OpenChannelJson) =>
  cacheIn(snapshot).serializer(snapshot);

/**
 * Returns channels, which must be sorted by name, as items of a JSON list. They are divided into blocks by their position
 * among all channels of the organization, so that users who can see the same channels of a block share its JSON.
 */
export const channelItems = (
  snapshot: OrganizationSnapshot,
  visible: readonly ChannelSnapshot[],
): (readonly SharedJson[])[] => cacheIn(snapshot).items(snapshot, visible);

/** Serializes all channels that are not cached yet, so that `channelSerializer` finds them in the cache. */
export function* prepareChannelsJson(snapshot: OrganizationSnapshot): PausableTask<void> {
  const cache = cacheIn(snapshot);
  const { head } = snapshot;
  if (cache.isUpToDate(snapshot)) return;
  yield* mapWithPauses([...snapshot.get(channels).all()], cache.serializer(snapshot), PRESENTATION_BATCH_SIZE);
  cache.setUpToDate(head);
}

const cacheIn = (snapshot: OrganizationSnapshot): ChannelsJsonCache =>
  snapshot.cached("channels", () => new ChannelsJsonCache());

interface CachedChannelJson {
  /**
   * Every change of a channel creates a new snapshot object, so that a stale entry is recognized by comparing objects.
   */
  readonly channel: ChannelSnapshot;
  readonly json: OpenChannelJson;
  /** Number of the last change of the sections in `PERMISSION_PARTS` at the time of serialization. */
  readonly change: number;
}

/** Successive channels as JSON. */
interface ChannelBlock {
  readonly jsons: readonly OpenChannelJson[];
  readonly shared: SharedJson;
}

class ChannelsJsonCache implements CachedValue {
  /** By channel id. */
  readonly #texts = new Map<number, CachedChannelJson>();
  /** By the ids of the channels. The least recently used one is the first. */
  readonly #blocks = new Map<string, ChannelBlock>();
  #textBytes = 0;
  /** Log position at which all channels were cached. */
  #head = -1;

  get bytes(): number {
    return [...this.#blocks.values()].reduce((sum, { shared }) => sum + shared.bytes, this.#textBytes);
  }

  /** Returns whether all channels are cached. */
  isUpToDate(snapshot: OrganizationSnapshot): boolean {
    return this.#head >= 0 && snapshot.lastChangeOf([channels, ...PERMISSION_PARTS]) <= this.#head;
  }

  /** Records that all channels were cached after the log position `head`. */
  setUpToDate(head: number): void {
    this.#head = head;
  }

  serializer(snapshot: OrganizationSnapshot): (channel: ChannelSnapshot) => OpenChannelJson {
    const change = snapshot.lastChangeOf(PERMISSION_PARTS);
    const present = channelPresenterIn(snapshot);
    return (channel) => {
      const known = this.#texts.get(channel.id);
      if (known?.channel === channel && known.change === change) return known.json;
      const made = encodeText(JSON.stringify(present(channel)).slice(0, -1));
      // Most changes of users and groups change no channel. The same object keeps the blocks valid.
      const json = known && Buffer.compare(known.json, made) === 0 ? known.json : made;
      this.#textBytes += json.length - (known?.json.length ?? 0);
      this.#texts.set(channel.id, { channel, json, change });
      return json;
    };
  }

  items(snapshot: OrganizationSnapshot, visible: readonly ChannelSnapshot[]): (readonly SharedJson[])[] {
    const jsonOf = this.serializer(snapshot);
    const all = snapshot.get(channels).sortedByName;
    const items: (readonly SharedJson[])[] = [];
    let next = 0;
    for (let start = 0; start < all.length; start += BLOCK_SIZE) {
      const inBlock: ChannelSnapshot[] = [];
      for (const channel of all.slice(start, start + BLOCK_SIZE)) {
        if (channel !== visible[next]) continue;
        inBlock.push(channel);
        next += 1;
      }
      if (inBlock.length > 0) items.push([this.#block(inBlock, inBlock.map(jsonOf))]);
    }
    this.#evictBlocks(Math.ceil(all.length / BLOCK_SIZE) * MAX_BLOCK_VARIANTS);
    return items;
  }

  #block(some: readonly ChannelSnapshot[], jsons: readonly OpenChannelJson[]): SharedJson {
    const key = some.map(({ id }) => id).join();
    const known = this.#blocks.get(key);
    const isCurrent = known?.jsons.every((json, index) => json === jsons[index]) === true;
    const block = isCurrent ? known : { jsons, shared: new SharedJson(new Uint8Array(joinChannels(jsons))) };
    this.#blocks.delete(key);
    this.#blocks.set(key, block);
    return block.shared;
  }

  #evictBlocks(maximum: number): void {
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= maximum) return;
      this.#blocks.delete(oldest);
    }
  }
}

const COMMA = Buffer.from(",");
const BRACE = Buffer.from("}");

/** Closes the objects and joins them with commas. */
const joinChannels = (jsons: readonly OpenChannelJson[]): Buffer =>
  Buffer.concat(jsons.flatMap((json, index) => (index === 0 ? [json, BRACE] : [COMMA, json, BRACE])));
