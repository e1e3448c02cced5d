import type { Bot, BotService } from "@parlance/contract/nouns/bots.ts";
import type { BotType } from "@parlance/contract/entities/bot.ts";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import { resolveAvatarUrl, type GravatarSetting } from "#modules/users/core/avatars/avatar-url.ts";
import type { BotKeys } from "./bot-keys.ts";
import type { BotRecord } from "./queries.ts";

/** Returns the URL of a bot's avatar. */
const botAvatar = (bot: BotRecord, source: GravatarSetting): string =>
  resolveAvatarUrl({ ...bot, email_address_visibility: emailVisibilities.everyone }, source);

/** Serializes a bot for the users who can see its settings. Its keys are empty if `keys` is null. */
export const presentBot = (bot: BotRecord, source: GravatarSetting, keys: BotKeys | null): Bot => ({
  user_id: bot.id,
  full_name: bot.full_name,
  email: bot.delivery_email,
  bot_type: bot.bot_type as BotType | null,
  api_key: keys?.apiKey(bot) ?? "",
  avatar_url: botAvatar(bot, source),
  owner_id: bot.bot_owner_id,
  is_active: bot.is_active,
  default_sending_stream: bot.default_sending_stream,
  default_events_register_stream: bot.default_events_register_stream,
  default_all_public_streams: bot.default_all_public_streams,
  services: servicesOf(bot, keys),
});

function servicesOf(bot: BotRecord, keys: BotKeys | null): BotService[] {
  if (bot.payload_url === null) return [];
  return [{ base_url: bot.payload_url, interface: bot.interface_type, token: keys?.webhookToken(bot) ?? "" }];
}
