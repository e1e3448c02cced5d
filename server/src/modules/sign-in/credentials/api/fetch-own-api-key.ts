import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { deriveApiKey } from "#modules/sign-in/api-keys/api-key.ts";
import type { LoginServices } from "../password-login.ts";
import { assertOwnPassword, ownPasswordErrors } from "../reauthentication.ts";

/**
 * A read endpoint, although it records wrong passwords: they must be stored even if the request fails, so they are
 * stored in a separate transaction.
 */
export const fetchOwnApiKey = (services: LoginServices) =>
  endpoint.read({
    route: "POST /json/fetch_api_key",
    summary: "Get your API key",
    description:
      "For users who are logged in with a browser; requires the password again. Also available at " +
      "`/json/fetch_api_key`, outside `/api/v1`. Wrong passwords count like failed logins.",
    access: "user",
    humansOnly: true,
    cost: 1,
    input: z.object({ password: text().describe("Password of the account.") }),
    secrets: "all",
    response: z.object({
      api_key: z.string(),
      email: z.string().describe("The user's real email address, which is the username of requests with the API key."),
    }),
    errors: ownPasswordErrors,
    async handler(ctx, { input }) {
      await assertOwnPassword(services, ctx, input.password);
      const account = required(ctx.snapshot.get(users).get(ctx.actor.id));
      const apiKey = deriveApiKey(services.secret, account.id, account.api_key_version);
      return { api_key: apiKey, email: account.delivery_email };
    },
  });
