import { z } from "zod";
import { peopleGates } from "@parlance/contract/register/people.ts";
import type { Slice } from "#kernel/http/module.ts";
import { holdsKeys } from "./administration.ts";
import type { BotKeys } from "./keys.ts";
import { presentBot } from "./presentation.ts";
import { botsInView } from "./queries.ts";

/** The bots that the reader runs: one's own, and those of others for administrators. Bots run none. */
const botsSlice = (keys: BotKeys): Slice => ({
  types: ["realm_bot"],
  response: z.strictObject(peopleGates.realm_bot),
  async fetch(db, { actor, realm }) {
    const bots = actor.isBot ? [] : await botsInView(db, actor);
    return { realm_bots: bots.map((bot) => presentBot(bot, realm, holdsKeys(actor, bot) ? keys : null)) };
  },
});

/** This server runs no bots itself. */
const embeddedBotsSlice: Slice = {
  types: ["realm_embedded_bots"],
  response: z.strictObject(peopleGates.realm_embedded_bots),
  fetch: async () => ({ realm_embedded_bots: [] }),
};

/** Nor does it understand the formats of other services: what they post must be a message. */
const integrationsSlice: Slice = {
  types: ["realm_incoming_webhook_bots"],
  response: z.strictObject(peopleGates.realm_incoming_webhook_bots),
  fetch: async () => ({ realm_incoming_webhook_bots: [] }),
};

export const botSlices = (keys: BotKeys): readonly Slice[] => [botsSlice(keys), embeddedBotsSlice, integrationsSlice];
