import { z } from "zod";
import { BotType } from "../entities/bot.ts";
import { updateField, mergeChanges } from "../state/set-fields.ts";
import { ascending, upsert } from "../state/list-operations.ts";
import { EventId, noun } from "./noun.ts";

/** Settings of an outgoing webhook, or the configuration of an embedded bot. */
export const BotService = z.union([
  z.strictObject({
    base_url: z.string(),
    token: z.string(),
    interface: z.int().describe("Payload format: 1 this server's own, 2 that of another chat product."),
  }),
  z.strictObject({ service_name: z.string(), config_data: z.record(z.string(), z.string()) }),
]);
export type BotService = z.infer<typeof BotService>;

/** A bot, with the data that is visible to users who manage it. */
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
  services: z.array(BotService).describe("At most one."),
});
export type Bot = z.infer<typeof Bot>;

/** The fields of a bot that have changed. */
export const BotChange = Bot.omit({ email: true, bot_type: true }).partial().required({ user_id: true });
export type BotChange = z.infer<typeof BotChange>;

export const EmbeddedBot = z.strictObject({ name: z.string(), config: z.record(z.string(), z.string()) });
export type EmbeddedBot = z.infer<typeof EmbeddedBot>;

const integrationOption = z.strictObject({ key: z.string(), label: z.string(), validator: z.string() });

/** A service that can post messages by an incoming webhook. */
export const IncomingWebhook = z.strictObject({
  name: z.string(),
  display_name: z.string(),
  all_event_types: z.array(z.string()).nullable(),
  config_options: z.array(integrationOption),
  url_options: z.array(integrationOption),
});
export type IncomingWebhook = z.infer<typeof IncomingWebhook>;

export const AddBotEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_bot"),
  op: z.literal("add"),
  bot: Bot,
});

export const UpdateBotEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_bot"),
  op: z.literal("update"),
  bot: BotChange,
});

/** A bot was deactivated. This server sends an `update` event instead. */
export const RemoveBotEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_bot"),
  op: z.literal("remove"),
  bot: z.strictObject({ user_id: z.int(), full_name: z.string() }),
});

/** The user is no longer allowed to manage the bot. */
export const DeleteBotEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_bot"),
  op: z.literal("delete"),
  bot: z.strictObject({ user_id: z.int() }),
});

export const BotEvent = z.discriminatedUnion("op", [AddBotEvent, UpdateBotEvent, RemoveBotEvent, DeleteBotEvent]);

type BotEvent = z.infer<typeof BotEvent>;

export const botsNoun = noun({
  events: [BotEvent],
  snapshot: {
    realm_bot: { realm_bots: z.array(Bot).describe("Bots that the caller may manage, sorted by id.") },
    realm_embedded_bots: { realm_embedded_bots: z.array(EmbeddedBot) },
    realm_incoming_webhook_bots: { realm_incoming_webhook_bots: z.array(IncomingWebhook) },
  },
  reducers: { realm_bot: (state, event) => updateField(state, "realm_bots", (known) => updateBots(known, event)) },
});

function updateBots(known: Bot[], event: BotEvent): Bot[] {
  const { bot } = event;
  const changeOne = (to: (one: Bot) => Bot) => known.map((one) => (one.user_id === bot.user_id ? to(one) : one));
  switch (event.op) {
    case "add":
      return upsert(known, event.bot, ({ user_id }) => user_id).sort((a, b) => ascending(a.user_id, b.user_id));
    case "update":
      return changeOne((one) => mergeChanges(one, event.bot));
    case "remove":
      return changeOne((one) => ({ ...one, is_active: false }));
    case "delete":
      return known.filter(({ user_id }) => user_id !== bot.user_id);
  }
}
