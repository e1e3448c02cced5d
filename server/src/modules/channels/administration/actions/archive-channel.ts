import type { Write } from "@parlance/kernel/http/context.ts";
import { lockChannelToAdminister } from "../changes/lock-channel-to-administer.ts";
import { AlreadyArchived } from "#modules/channels/core/errors.ts";
import { applyChannelChange } from "./apply-channel-change.ts";

/**
 * Archives a channel that the actor administers. No messages can be sent to an archived channel, and new users are not
 * subscribed to it.
 * @throws InvalidChannelId, NotAllowedToAdministerChannel, AlreadyArchived
 */
export async function archiveChannel(ctx: Write, id: number): Promise<void> {
  const channel = await lockChannelToAdminister(ctx, id);
  if (channel.is_archived) throw new AlreadyArchived();
  await applyChannelChange(ctx, channel, {
    act: "channel.archived",
    columns: { is_archived: true, is_default: false },
  });
}
