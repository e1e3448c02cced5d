import type { ChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import { administers, readsContent, seesMetadata } from "#modules/channels/core/access/visibility-rules.ts";
import type { Write } from "#kernel/http/context.ts";
import { InvalidChannelId, MayNotAdminister } from "#modules/channels/core/errors.ts";
import { lockChannels } from "#modules/channels/core/policy.ts";

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
