import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { RateLimitHit, ServerBusy } from "#kernel/http/errors.ts";
import { text } from "#kernel/http/params.ts";
import { people } from "#modules/1-ground/users/directory.ts";
import { deriveApiKey } from "../api-key.ts";
import { AuthenticationFailed, PasswordAuthDisabled, PasswordIsIncorrect } from "../errors.ts";
import { checkLogin, type LoginServices } from "../logins.ts";
import { required } from "#kernel/required.ts";

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
    errors: [PasswordIsIncorrect, PasswordAuthDisabled, RateLimitHit, ServerBusy],
    async handler({ actor, directory, realm, request, now }, { input }) {
      const { id, delivery_email: email } = required(directory.of(people).get(actor.id));
      const login = { realm, origin: request, username: email, password: input.password };
      await checkLogin(services, login, now).catch((error: unknown) => {
        throw error instanceof AuthenticationFailed ? new PasswordIsIncorrect() : error;
      });
      const account = required(directory.of(people).get(id));
      return { api_key: deriveApiKey(services.secret, id, account.api_key_version), email };
    },
  });
