import type { Actor } from "@parlance/kernel/http/context.ts";
import { BotsOnly } from "./errors.ts";

/** Throws BotsOnly if the actor is not a bot. */
export function assertIsBot({ isBot }: Pick<Actor, "isBot">): void {
  if (!isBot) throw new BotsOnly();
}
