import { z } from "zod";
import { integerChoice } from "./scalars.ts";

export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;

export const BotType = integerChoice(Object.values(botTypes)).describe(
  "1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded",
);
export type BotType = z.infer<typeof BotType>;

/** In which form an outgoing webhook is told of messages: in ours, or in that of another chat product. */
export const botInterfaces = { generic: 1, compatible: 2 } as const;

/** Where an outgoing webhook posts, or how an embedded bot is configured. */
export const BotService = z.union([
  z.strictObject({
    base_url: z.string(),
    token: z.string(),
    interface: z.int().describe("1 generic, 2 that of another chat product"),
  }),
  z.strictObject({ service_name: z.string(), config_data: z.record(z.string(), z.string()) }),
]);
export type BotService = z.infer<typeof BotService>;

/** A bot as those who run it see it. */
export const Bot = z.strictObject({
  user_id: z.int(),
  full_name: z.string(),
  email: z.string(),
  bot_type: BotType.nullable(),
  api_key: z.string(),
  avatar_url: z.string(),
  owner_id: z.int().nullable(),
  is_active: z.boolean(),
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
  services: z.array(BotService).describe("At most one"),
});
export type Bot = z.infer<typeof Bot>;

/** What changed about a bot. */
export const BotChange = Bot.omit({ email: true, bot_type: true }).partial().required({ user_id: true });
export type BotChange = z.infer<typeof BotChange>;

export const EmbeddedBot = z.strictObject({ name: z.string(), config: z.record(z.string(), z.string()) });
export type EmbeddedBot = z.infer<typeof EmbeddedBot>;

const integrationOption = z.strictObject({ key: z.string(), label: z.string(), validator: z.string() });

/** A service that can post through an incoming webhook. */
export const IncomingWebhook = z.strictObject({
  name: z.string(),
  display_name: z.string(),
  all_event_types: z.array(z.string()).nullable(),
  config_options: z.array(integrationOption),
  url_options: z.array(integrationOption),
});
export type IncomingWebhook = z.infer<typeof IncomingWebhook>;
