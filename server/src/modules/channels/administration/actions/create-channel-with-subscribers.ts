import type { Row } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { channelNameKey } from "#modules/channels/core/access/channel-access.ts";
import type { ChannelText } from "../creation/channel-text.ts";
import { channels } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { ChannelAlreadyExists } from "#modules/channels/core/errors.ts";
import { isBelowNoticeLimit, postChannelNotices, membershipsAddedByOthers } from "../channel-notices.ts";
import { lockChannelNames } from "#modules/channels/core/policy.ts";
import type { Principal } from "../subscribers/find-principals.ts";
import { authorizeSubscribingOthersToNew } from "../subscribers/subscriber-policy.ts";
import { createPermittedChannels, type NewChannelOptions } from "./create-permitted-channels.ts";
import { subscribeUsers } from "#modules/channels/core/actions/subscriptions/subscribe-users.ts";

export interface NewChannelRequest {
  readonly draft: ChannelText;
  readonly request: NewChannelOptions;
  readonly principals: readonly Principal[];
  readonly announce: boolean;
  /** True if users receive a notice that the actor subscribed them. */
  readonly welcome: boolean;
}

/**
 * Creates a channel, and subscribes users to it. If the actor may not create the channel or not subscribe the users,
 * throws and changes nothing.
 * @throws ChannelAlreadyExists, and the errors in `channelCreationErrors`
 */
export async function createChannelWithSubscribers(ctx: Write, order: NewChannelRequest): Promise<Row<"channel">> {
  const { tx, actor, realm } = ctx;
  const { draft, principals } = order;
  await lockChannelNames(tx, realm.id);
  const snapshot = await ctx.committedSnapshot();
  if (snapshot.get(channels).byName(channelNameKey(draft.name))) {
    throw new ChannelAlreadyExists({ channel_name: draft.name });
  }
  const created = await createPermittedChannels(ctx, snapshot, order.request, [draft]);
  const channelIds = created.map(({ id }) => id);
  if (principals.some(({ id }) => id !== actor.id)) {
    authorizeSubscribingOthersToNew(snapshot, actor, order.request.permissions);
  }
  const userIds = principals.map(({ id }) => id);
  const { added } = await subscribeUsers(tx, { realmId: realm.id, channelIds, userIds });
  const surprised = membershipsAddedByOthers(actor, principals, added);
  const welcomed = order.welcome && isBelowNoticeLimit(surprised) ? surprised : [];
  await postChannelNotices(tx, ctx, { actor, created, announce: order.announce, welcomed, channels: created });
  const [channel] = created;
  if (!channel) throw new Error("no channel was created");
  return channel;
}
