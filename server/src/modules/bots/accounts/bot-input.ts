import { z } from "zod";
import { botInterfaces, botTypes, type BotType } from "@parlance/contract/entities/bot.ts";
import { Role } from "@parlance/contract/entities/roles.ts";
import { bool, exactly, id, int, json, text } from "#kernel/http/params.ts";

const MAX_URL_LENGTH = 2083;

function isWebAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && ["http:", "https:"].includes(url.protocol);
}

const isOneOf = (numbers: Readonly<Record<string, number>>, type: number): boolean =>
  Object.values(numbers).includes(type);

/** Where an outgoing webhook posts. */
const webAddress = () => json(text({ max: MAX_URL_LENGTH }).refine(isWebAddress, "Not a URL"));

/** How an outgoing webhook is called. */
const interfaceType = () => int().refine((type) => isOneOf(botInterfaces, type), exactly("Invalid interface type"));

const configuration = () => json(z.record(z.string(), z.string())).optional();

const channels = {
  default_sending_stream: text()
    .optional()
    .describe("Name of a channel that the caller can read, where the bot's messages go that name none; empty for none"),
  default_events_register_stream: text()
    .optional()
    .describe(
      "Name of a channel that the caller can read, to which the bot's event queues are narrowed; empty for none",
    ),
};

const NOTHING_TO_CONFIGURE = "Must be empty: only bots that the server runs itself could be configured";

export const newBotInput = z.object({
  full_name: text().describe("What people call it; no other active account may be called that"),
  short_name: text().describe("The beginning of its e-mail address"),
  bot_type: int()
    .refine((type): type is BotType => isOneOf(botTypes, type), exactly("Invalid bot type"))
    .default(botTypes.generic)
    .describe("1 generic, 2 incoming webhook, which can only send, 3 outgoing webhook; 4, embedded, is not enabled"),
  payload_url: webAddress().optional().describe("Outgoing webhooks: where messages are posted, sent as JSON"),
  interface_type: interfaceType()
    .default(botInterfaces.generic)
    .describe("Outgoing webhooks: 1 generic, 2 that of another chat product"),
  service_name: text().optional().describe("Incoming webhooks: an integration, of which this server has none"),
  config_data: configuration().describe(NOTHING_TO_CONFIGURE),
  ...channels,
  default_all_public_streams: bool().default(false).describe("The bot's event queues hear of all public channels"),
});

export const botChangeInput = z.object({
  full_name: text().optional(),
  role: json(Role).optional().describe("Only for administrators; to or from 100 only for owners"),
  bot_owner_id: id().optional().describe("Somebody else, who alone runs it from then on, with a new API key"),
  service_payload_url: webAddress().optional().describe("Outgoing webhooks: where messages are posted, sent as JSON"),
  service_interface: interfaceType()
    .optional()
    .describe("Outgoing webhooks: 1 generic, 2 that of another chat product"),
  config_data: configuration().describe(NOTHING_TO_CONFIGURE),
  ...channels,
  default_all_public_streams: bool().optional().describe("The bot's event queues hear of all public channels"),
});
