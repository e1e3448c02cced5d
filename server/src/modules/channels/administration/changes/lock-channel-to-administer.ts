import type { ChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import { canAdministerChannel, canReadContent, canSeeMetadata } from "@parlance/contract/rules/channel-access.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { InvalidChannelId, NotAllowedToAdministerChannel } from "#modules/channels/core/errors.ts";
import { lockChannels } from "#modules/channels/core/policy.ts";

/**
 * Loads and locks a channel that the actor administers.
 * @throws InvalidChannelId, NotAllowedToAdministerChannel
 */
export async function lockChannelToAdminister(
  { tx, actor }: Pick<Write, "tx" | "actor">,
  channelId: number,
): Promise<ChannelAccess> {
  const [channel] = await lockChannels(tx, actor, { ids: [channelId] });
  if (!channel || !canSeeMetadata(actor.role, channel)) throw new InvalidChannelId();
  if (canAdministerChannel(actor.role, channel)) return channel;
  throw canReadContent(actor.role, channel) ? new NotAllowedToAdministerChannel() : new InvalidChannelId();
}
