import { z } from "zod";
import { Bot, BotChange } from "../entities/bot.ts";
import { EventId } from "./event-id.ts";

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

/** The bot was deactivated. */
export const RemoveBotEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_bot"),
  op: z.literal("remove"),
  bot: z.strictObject({ user_id: z.int(), full_name: z.string() }),
});

/** The bot is no longer this user's to run. */
export const DeleteBotEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_bot"),
  op: z.literal("delete"),
  bot: z.strictObject({ user_id: z.int() }),
});

export const BotEvent = z.discriminatedUnion("op", [AddBotEvent, UpdateBotEvent, RemoveBotEvent, DeleteBotEvent]);
