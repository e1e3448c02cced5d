import type { Write } from "@parlance/kernel/http/context.ts";
import { InvalidChannelId, PrivateChannelAsDefault } from "#modules/channels/core/errors.ts";
import { lockChannels } from "#modules/channels/core/policy.ts";
import { isPublic } from "@parlance/contract/rules/channel-access.ts";
import { applyChannelChange } from "./apply-channel-change.ts";

/**
 * Sets whether new accounts are subscribed to a channel. The caller must have checked that the actor is an
 * administrator.
 * @throws InvalidChannelId, PrivateChannelAsDefault
 */
export async function setDefaultChannel(ctx: Write, id: number, isDefault: boolean): Promise<void> {
  const [channel] = await lockChannels(ctx.tx, ctx.actor, { ids: [id] });
  if (!channel || channel.is_archived) throw new InvalidChannelId();
  if (isDefault && !isPublic(channel)) throw new PrivateChannelAsDefault();
  await applyChannelChange(ctx, channel, { act: "channel.changed", columns: { is_default: isDefault } });
}
