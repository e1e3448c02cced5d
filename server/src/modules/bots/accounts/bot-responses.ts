import { z } from "zod";
import { Bot } from "@parlance/contract/nouns/bots.ts";

const { user_id, full_name, api_key, avatar_url } = Bot.shape;

/** Default settings of a bot. They apply where the bot's own requests do not set the parameter. */
const defaults = {
  default_sending_stream: Bot.shape.default_sending_stream.describe("Channel name."),
  default_events_register_stream: Bot.shape.default_events_register_stream.describe("Channel name."),
  default_all_public_streams: Bot.shape.default_all_public_streams,
};

const defaultsOf = (bot: Bot) => ({
  default_sending_stream: bot.default_sending_stream,
  default_events_register_stream: bot.default_events_register_stream,
  default_all_public_streams: bot.default_all_public_streams,
});

export const CreatedBot = z.object({ user_id, api_key, avatar_url, ...defaults });

export const createdBot = (bot: Bot): z.infer<typeof CreatedBot> => ({
  user_id: bot.user_id,
  api_key: bot.api_key,
  avatar_url: bot.avatar_url,
  ...defaultsOf(bot),
});

export const ListedBot = z.object({
  user_id,
  username: z.string().describe("Email address with which the bot authenticates."),
  full_name,
  api_key,
  avatar_url,
  ...defaults,
});

export const listedBot = (bot: Bot): z.infer<typeof ListedBot> => ({
  ...createdBot(bot),
  username: bot.email,
  full_name: bot.full_name,
});

export const ChangedBot = z.object({
  full_name,
  avatar_url,
  ...defaults,
  service_payload_url: z.string().nullable().describe("Null unless the bot is an outgoing webhook."),
  service_interface: z.int().nullable().describe("Null unless the bot is an outgoing webhook."),
  config_data: z.null().describe("Always null: this server has no configurable bots."),
  bot_owner: z.string().optional().describe("The owner's email address as used in the API."),
});

export function changedBot(bot: Bot, owner: string | undefined): z.infer<typeof ChangedBot> {
  const service = bot.services.find((one) => "base_url" in one);
  return {
    full_name: bot.full_name,
    avatar_url: bot.avatar_url,
    ...defaultsOf(bot),
    service_payload_url: service?.base_url ?? null,
    service_interface: service?.interface ?? null,
    config_data: null,
    ...(owner === undefined ? {} : { bot_owner: owner }),
  };
}
