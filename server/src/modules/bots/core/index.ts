import type { Module } from "#kernel/http/module.ts";
import type { PictureSource } from "#modules/users/core/avatars/avatar-url.ts";
import { botPresenter } from "./events.ts";
import { botKeys } from "./bot-keys.ts";
import { botSlices } from "./slices.ts";

/** What is known of bots, and how those who run them are told of it. The server's secret makes their keys. */
export function botsModule({ secret, ...source }: { readonly secret: Uint8Array } & PictureSource): Module {
  const keys = botKeys(secret);
  return {
    name: "bots",
    endpoints: [],
    slices: botSlices(keys),
    presenters: { realm_bot: botPresenter(keys, source) },
  };
}
