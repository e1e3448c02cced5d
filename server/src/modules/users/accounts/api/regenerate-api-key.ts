import { z } from "zod";
import { deriveApiKey } from "#modules/sign-in/api-keys/api-key.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { deletePushTokensOfUser } from "#modules/notifications/push-devices/actions/delete-push-tokens.ts";
import { regenerateUserApiKey } from "../actions/regenerate-api-key.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { apiKeysLimit } from "#modules/sign-in/api-keys/api-keys-limit.ts";

export const regenerateApiKey = (secret: Uint8Array) =>
  endpoint.write({
    route: "POST /users/me/api_key/regenerate",
    summary: "Regenerate your API key",
    description:
      "The old key stops working immediately: long polls that use it end, and clients must register new event " +
      "queues. Sessions stay valid. Devices registered for unencrypted push notifications must register again.",
    access: "user",
    limit: apiKeysLimit,
    humansOnly: true,
    secrets: "all",
    response: z.object({ api_key: z.string() }),
    errors: [NoSuchUser],
    async handler({ tx, actor }) {
      // Deletes the push tokens that were registered without encryption keys, because someone who knew the old API key
      // may have registered some of them.
      await deletePushTokensOfUser(tx, actor);
      return { api_key: deriveApiKey(secret, actor.id, await regenerateUserApiKey(tx, actor.id)) };
    },
  });
