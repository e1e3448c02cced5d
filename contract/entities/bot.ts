import type { z } from "zod";
import { integerChoice } from "./scalars.ts";

export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;

export const BotType = integerChoice(Object.values(botTypes)).describe(
  "1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded.",
);
export type BotType = z.infer<typeof BotType>;

/** The formats in which an outgoing webhook sends messages. `compatible` is the format of another chat product. */
export const botInterfaces = { generic: 1, compatible: 2 } as const;
