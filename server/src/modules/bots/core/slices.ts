import { botsNoun } from "@parlance/contract/nouns/bots.ts";
import { slice, type Slice } from "#kernel/http/module.ts";
import { holdsKeys } from "./bot-permissions.ts";
import type { BotKeys } from "./bot-keys.ts";
import { presentBot } from "./presentation.ts";
import { botsInView } from "./queries.ts";

/** The bots that the reader runs: one's own, and those of others for administrators. Bots run none. */
const botsSlice = (keys: BotKeys) =>
  slice(botsNoun, "realm_bot", async (db, { actor, realm }) => {
    const bots = actor.isBot ? [] : await botsInView(db, actor);
    return { realm_bots: bots.map((bot) => presentBot(bot, realm, holdsKeys(actor, bot) ? keys : null)) };
  });

/** This server runs no bots itself. */
const embeddedBotsSlice = slice(botsNoun, "realm_embedded_bots", async () => ({ realm_embedded_bots: [] }));

/** Nor does it understand the formats of other services: what they post must be a message. */
const integrationsSlice = slice(botsNoun, "realm_incoming_webhook_bots", async () => ({
  realm_incoming_webhook_bots: [],
}));

export const botSlices = (keys: BotKeys): readonly Slice[] => [botsSlice(keys), embeddedBotsSlice, integrationsSlice];
