import type { BotRecord } from "#modules/bots/core/queries.ts";

/**
 * Returns the fields of a bot that are recorded in the audit log. Of a webhook's URL, only the origin is recorded,
 * because the rest may contain secrets.
 */
export const auditedBotFields = (bot: BotRecord) => ({
  full_name: bot.full_name,
  bot_type: bot.bot_type,
  default_sending_stream: bot.default_sending_stream,
  default_events_register_stream: bot.default_events_register_stream,
  default_all_public_streams: bot.default_all_public_streams,
  ...(bot.payload_url === null ? {} : { payload_url: originOf(bot.payload_url), interface: bot.interface_type }),
});

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : "");
