import { createHmac } from "node:crypto";
import { deriveApiKey } from "#modules/sign-in/api-keys/api-key.ts";

/**
 * The secrets of bots: their API keys, and the tokens with which the server authenticates to outgoing webhooks. All are
 * derived from the server's secret; none is stored.
 */
export interface BotKeys {
  /**
   * Returns the API key of a bot. A key is valid only if it was derived with the account's current `api_key_version`.
   */
  apiKey(bot: { readonly id: number; readonly api_key_version: number }): string;
  /**
   * Returns the token that the server sends to an outgoing webhook, so that the webhook can verify the caller.
   * Regenerating the API key (`regenerateBotKey`) does not change the token.
   */
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
