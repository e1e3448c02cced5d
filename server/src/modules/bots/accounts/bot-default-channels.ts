import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { InvalidChannelName } from "#modules/channels/core/errors.ts";
import { accessChannelByName } from "#modules/channels/core/policy.ts";

/**
 * A bot's default channels by name, as in request parameters: '' means no channel, and an absent field stays unchanged.
 */
export interface BotChannelNames {
  readonly default_sending_stream?: string | undefined;
  readonly default_events_register_stream?: string | undefined;
}

/**
 * Converts the names of default channels to columns of the table `bot`. Throws InvalidChannelName for unknown or
 * archived channels, and for channels that the actor cannot read.
 */
export async function resolveBotChannels(db: Reader, actor: Actor, names: BotChannelNames) {
  const sending = await channelId(db, actor, names.default_sending_stream);
  const eventsChannel = await channelId(db, actor, names.default_events_register_stream);
  return {
    ...(sending === undefined ? {} : { default_sending_channel_id: sending }),
    ...(eventsChannel === undefined ? {} : { default_events_register_channel_id: eventsChannel }),
  };
}

async function channelId(db: Reader, actor: Actor, name: string | undefined): Promise<number | null | undefined> {
  if (name === undefined) return undefined;
  if (name === "") return null;
  const channel = await accessChannelByName(db, actor, name, "content");
  if (channel.is_archived) throw new InvalidChannelName({ name });
  return channel.id;
}
