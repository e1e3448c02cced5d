import { type Module, defineSlice, type Slice } from "@parlance/kernel/http/module.ts";
import type { GravatarSetting } from "#modules/users/core/avatars/avatar-url.ts";
import { botPresenter } from "./events.ts";
import { botKeys, type BotKeys } from "./bot-keys.ts";
import { botsNoun } from "@parlance/contract/nouns/bots.ts";
import { canAccessKeys } from "./bot-permissions.ts";
import { presentBot } from "./presentation.ts";
import { loadVisibleBots } from "./queries.ts";

/**
 * The bots that a user administers: the user's own, and for administrators those of others too. Bots administer none.
 */
const botsSlice = (keys: BotKeys) =>
  defineSlice(botsNoun, "realm_bot", async (db, { actor, realm }) => {
    const bots = actor.isBot ? [] : await loadVisibleBots(db, actor);
    return { realm_bots: bots.map((bot) => presentBot(bot, realm, canAccessKeys(actor, bot) ? keys : null)) };
  });

/** This server has no embedded bots. */
const embeddedBotsSlice = defineSlice(botsNoun, "realm_embedded_bots", async () => ({ realm_embedded_bots: [] }));

/** This server does not understand the webhook formats of other services: they must post messages. */
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
