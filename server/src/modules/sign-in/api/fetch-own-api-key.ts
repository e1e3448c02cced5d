import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { text } from "#kernel/http/params.ts";
import { required } from "#kernel/required.ts";
import { people } from "#modules/users/core/directory.ts";
import { deriveApiKey } from "../api-key.ts";
import type { LoginServices } from "../logins.ts";
import { mustKnowPassword, ownPasswordErrors } from "../own-password.ts";

/** A read as `fetchApiKey` is one. */
export const fetchOwnApiKey = (services: LoginServices) =>
  endpoint.read({
    route: "POST /json/fetch_api_key",
    summary: "Show the API key to whom it belongs",
    description:
      "For somebody who is signed in with a browser, and gives the password once more. Also at `/json/fetch_api_key`, " +
      "beside `/api/v1`. Wrong passwords count as those of logins do.",
    access: "user",
    humansOnly: true,
    cost: 1,
    input: z.object({ password: text() }),
    response: z.object({
      api_key: z.string(),
      email: z.string().describe("The account's real address, the user name of requests with the key"),
    }),
    errors: ownPasswordErrors,
    async handler(ctx, { input }) {
      await mustKnowPassword(services, ctx, input.password);
      const account = required(ctx.directory.of(people).get(ctx.actor.id));
      const apiKey = deriveApiKey(services.secret, account.id, account.api_key_version);
      return { api_key: apiKey, email: account.delivery_email };
    },
  });
