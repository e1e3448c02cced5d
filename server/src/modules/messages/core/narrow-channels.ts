import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { nameKey, type Person, sightIn } from "#modules/channels/core/access/channel-access.ts";
import { channels } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { isHistoryShared, readsContent, seesMetadata } from "#modules/channels/core/access/visibility-rules.ts";
import type { NarrowChannel } from "#narrow/index.ts";

/** A channel, and whether the reader may know that there is such. */
interface FoundChannel extends NarrowChannel {
  readonly isKnown: boolean;
}

/** A channel that a narrow names, by id or by name in whatever case, whether or not the reader may know of it. */
export function narrowChannel(directory: Directory, reader: Person, reference: number | string): FoundChannel | null {
  const known = directory.of(channels);
  const channel = typeof reference === "number" ? known.get(reference) : known.byName(nameKey(reference));
  if (!channel) return null;
  const sight = sightIn(directory, reader.id, channel);
  return {
    id: channel.id,
    recipientId: channel.recipient_id,
    isKnown: seesMetadata(reader.role, sight),
    isReadable: readsContent(reader.role, sight),
    isHistoryShared: isHistoryShared(channel),
  };
}
