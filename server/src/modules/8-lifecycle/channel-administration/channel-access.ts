import type { ChannelAccess } from "#modules/4-channels/channels/access.ts";
import { administers, readsContent, seesMetadata } from "#modules/4-channels/channels/reading.ts";
import type { Write } from "#kernel/http/context.ts";
import { InvalidChannelId, MayNotAdminister } from "#modules/4-channels/channels/errors.ts";
import { lockChannels } from "#modules/4-channels/channels/policy.ts";

/** Locks a channel that the actor administers. Throws InvalidChannelId or MayNotAdminister. */
export async function lockChannelToAdminister(
  { tx, actor }: Pick<Write, "tx" | "actor">,
  channelId: number,
): Promise<ChannelAccess> {
  const [channel] = await lockChannels(tx, actor, { ids: [channelId] });
  if (!channel || !seesMetadata(actor.role, channel)) throw new InvalidChannelId();
  if (administers(actor.role, channel)) return channel;
  throw readsContent(actor.role, channel) ? new MayNotAdminister() : new InvalidChannelId();
}
