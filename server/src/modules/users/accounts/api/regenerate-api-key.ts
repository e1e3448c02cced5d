import { z } from "zod";
import { deriveApiKey } from "#modules/sign-in/api-keys/api-key.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { dropTokensOf } from "#modules/notifications/push-devices/actions/drop-tokens-of.ts";
import { renewApiKey } from "../actions/regenerate-api-key.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";

export const regenerateApiKey = (secret: Uint8Array) =>
  endpoint.write({
    route: "POST /users/me/api_key/regenerate",
    summary: "Regenerate your API key",
    description:
      "The old key stops working immediately: long polls that use it end, and clients must register new event " +
      "queues. Sessions stay valid. Devices registered for unencrypted push notifications must register again.",
    access: "user",
    limit: "apiKeys",
    humansOnly: true,
    response: z.object({ api_key: z.string() }),
    errors: [NoSuchUser],
    async handler({ tx, actor }) {
      // Phones that registered without keys: whoever had the former key may have added some.
      await dropTokensOf(tx, actor);
      return { api_key: deriveApiKey(secret, actor.id, await renewApiKey(tx, actor.id)) };
    },
  });
