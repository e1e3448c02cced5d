import { z } from "zod";
import { botInterfaces, botTypes, type BotType } from "@parlance/contract/entities/bot.ts";
import { Role } from "@parlance/contract/entities/roles.ts";
import { bool, exactly, int, json, text } from "@parlance/kernel/http/params.ts";
import { channelName, userId } from "#modules/platform/parameters/identifying-parameters.ts";

const MAX_URL_LENGTH = 2083;

function isWebAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && ["http:", "https:"].includes(url.protocol);
}

const isOneOf = (numbers: Readonly<Record<string, number>>, type: number): boolean =>
  Object.values(numbers).includes(type);

/** URL that an outgoing webhook posts to. */
const webAddress = () => json(text({ max: MAX_URL_LENGTH }).refine(isWebAddress, "Not a URL"));

/** Format in which an outgoing webhook is called. */
const interfaceType = () => int().refine((type) => isOneOf(botInterfaces, type), exactly("Invalid interface type"));

const configuration = () => json(z.record(z.string(), z.string())).optional();

const channels = {
  default_sending_stream: channelName()
    .optional()
    .describe(
      "Name of a channel that the caller can read. The bot's messages go there if they name no channel. Empty for " +
        "none.",
    ),
  default_events_register_stream: channelName()
    .optional()
    .describe(
      "Name of a channel that the caller can read. The bot's event queues receive only messages from it. Empty " +
        "for none.",
    ),
};

const NOTHING_TO_CONFIGURE = "Must be empty: this server has no configurable bots.";

export const newBotInput = z.object({
  full_name: text().describe("Display name. No other active user may have the same name."),
  short_name: text().describe("First part of the bot's email address."),
  bot_type: int()
    .refine((type): type is BotType => isOneOf(botTypes, type), exactly("Invalid bot type"))
    .default(botTypes.generic)
    .describe(
      "1 generic, 2 incoming webhook (can only send messages), 3 outgoing webhook. 4, embedded, is not supported.",
    ),
  payload_url: webAddress().optional().describe("Outgoing webhooks: URL to which messages are posted as JSON."),
  interface_type: interfaceType()
    .default(botInterfaces.generic)
    .describe("Outgoing webhooks: payload format, 1 this server's own, 2 that of another chat product."),
  service_name: text().optional().describe("Incoming webhooks: name of an integration. This server has none."),
  config_data: configuration().describe(NOTHING_TO_CONFIGURE),
  ...channels,
  default_all_public_streams: bool()
    .default(false)
    .describe("Whether the bot's event queues receive messages from all public channels by default."),
});

export const botChangeInput = z.object({
  full_name: text().optional(),
  role: json(Role)
    .optional()
    .describe("Only administrators may change it, and only owners may give or remove the owner role, 100."),
  bot_owner_id: userId().optional().describe("Id of the new owner. The bot gets a new API key."),
  service_payload_url: webAddress().optional().describe("Outgoing webhooks: URL to which messages are posted as JSON."),
  service_interface: interfaceType()
    .optional()
    .describe("Outgoing webhooks: payload format, 1 this server's own, 2 that of another chat product."),
  config_data: configuration().describe(NOTHING_TO_CONFIGURE),
  ...channels,
  default_all_public_streams: bool()
    .optional()
    .describe("Whether the bot's event queues receive messages from all public channels by default."),
});
