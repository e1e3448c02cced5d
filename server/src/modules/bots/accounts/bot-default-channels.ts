import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { InvalidChannelName } from "#modules/channels/core/errors.ts";
import { accessChannelByName } from "#modules/channels/core/policy.ts";

/**
 * A bot's default channels by name, as in request parameters: '' means no channel, and an absent field stays unchanged.
 */
export interface BotChannelNames {
  readonly default_sending_stream?: string | undefined;
  readonly default_events_register_stream?: string | undefined;
}

type ActorContext = Pick<Write, "snapshot" | "actor">;

/**
 * Converts the names of default channels to columns of the table `bot`. Throws InvalidChannelName for unknown or
 * archived channels, and for channels that the actor cannot read.
 */
export function resolveBotChannels({ snapshot, actor }: ActorContext, names: BotChannelNames) {
  const sending = channelId(snapshot, actor, names.default_sending_stream);
  const eventsChannel = channelId(snapshot, actor, names.default_events_register_stream);
  return {
    ...(sending === undefined ? {} : { default_sending_channel_id: sending }),
    ...(eventsChannel === undefined ? {} : { default_events_register_channel_id: eventsChannel }),
  };
}

function channelId(snapshot: OrganizationSnapshot, actor: Actor, name: string | undefined): number | null | undefined {
  if (name === undefined) return undefined;
  if (name === "") return null;
  const channel = accessChannelByName(snapshot, actor, name, "content");
  if (channel.is_archived) throw new InvalidChannelName({ name });
  return channel.id;
}
