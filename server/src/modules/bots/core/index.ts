import { type Module, defineSlice, type Slice } from "@parlance/kernel/http/module.ts";
import type { GravatarSetting } from "#modules/users/core/avatars/avatar-url.ts";
import { botPresenter } from "./events.ts";
import { botKeys, type BotKeys } from "./bot-keys.ts";
import { botsNoun } from "@parlance/contract/nouns/bots.ts";
import { canAccessKeys } from "./bot-permissions.ts";
import { presentBot } from "./presentation.ts";
import { loadVisibleBots } from "./queries.ts";

/**
 * Slice (part of the register response) with the bots whose settings the user can see: the user's own bots and, for
 * administrators, all other bots without private default channels. Empty for bots.
 */
const botsSlice = (keys: BotKeys) =>
  defineSlice(botsNoun, "realm_bot", async (db, { actor, realm }) => {
    const bots = actor.isBot ? [] : await loadVisibleBots(db, actor);
    return { realm_bots: bots.map((bot) => presentBot(bot, realm, canAccessKeys(actor, bot) ? keys : null)) };
  });

/** Slice for embedded bots. Empty, because this server has none. */
const embeddedBotsSlice = defineSlice(botsNoun, "realm_embedded_bots", async () => ({ realm_embedded_bots: [] }));

/**
 * Slice for integrations with their own webhook formats. Empty, because this server supports none: other services must
 * send messages through the API.
 */
const integrationsSlice = defineSlice(botsNoun, "realm_incoming_webhook_bots", async () => ({
  realm_incoming_webhook_bots: [],
}));

const botSlices = (keys: BotKeys): readonly Slice[] => [botsSlice(keys), embeddedBotsSlice, integrationsSlice];

/** Module for the data about bots and the events about them. The bots' keys are derived from the server's secret. */
export function botsModule({ secret, ...source }: { readonly secret: Uint8Array } & GravatarSetting): Module {
  const keys = botKeys(secret);
  return {
    name: "bots",
    floor: "profiles",
    tables: ["bot"],
    endpoints: [],
    slices: botSlices(keys),
    presenters: { realm_bot: botPresenter(keys, source) },
  };
}
