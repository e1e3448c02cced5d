import { createHmac } from "node:crypto";
import { deriveApiKey } from "#modules/sign-in/api-keys/api-key.ts";

/** What bots and those whom they call know each other by. All of it follows from the server's secret, and is kept nowhere. */
export interface BotKeys {
  /** With what a bot signs in; `api_key_version` of its account says which of its keys holds. */
  apiKey(bot: { readonly id: number; readonly api_key_version: number }): string;
  /** What the server shows to an outgoing webhook, so that it can tell who calls; a new API key does not change it. */
  webhookToken(bot: { readonly id: number; readonly token_version: number }): string;
}

export const botKeys = (secret: Uint8Array): BotKeys => ({
  apiKey: ({ id, api_key_version: version }) => deriveApiKey(secret, id, version),
  webhookToken: ({ id, token_version: version }) =>
    createHmac("sha256", secret)
      .update(version > 0 ? `webhook-token:${id}:${version}` : `webhook-token:${id}`)
      .digest("hex")
      .slice(0, 32),
});
