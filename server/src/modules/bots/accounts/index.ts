import type { Module } from "@parlance/kernel/http/module.ts";
import { change } from "./api/change.ts";
import { create } from "./api/create.ts";
import { deactivate } from "./api/deactivate.ts";
import { list } from "./api/list.ts";
import { regenerateApiKey } from "./api/regenerate-api-key.ts";
import { botKeys } from "#modules/bots/core/bot-keys.ts";

/**
 * Module for bots: accounts that programs use. `secret`: the server's secret, from which the bots' keys are derived.
 */
export function botAccountsModule({ secret }: { readonly secret: Uint8Array }): Module {
  const keys = botKeys(secret);
  return {
    name: "bot-accounts",
    section: "bots",
    floor: "administration",
    endpoints: [list(keys), create(keys), change, deactivate, regenerateApiKey(keys)],
  };
}
