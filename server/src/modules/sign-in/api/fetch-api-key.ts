import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { ServerBusy } from "#kernel/http/errors.ts";
import { text } from "#kernel/http/params.ts";
import { TwoFactorRequired } from "../errors.ts";
import { logIn, loginErrors, type LoginServices } from "../logins.ts";

/** A read, though it counts failures: these must be kept although the request fails, so they have their own writes. */
export const fetchApiKey = (services: LoginServices) =>
  endpoint.read({
    route: "POST /fetch_api_key",
    summary: "Exchange a password for the API key",
    description:
      "After five failures within half an hour a username must wait at that network address; a success clears them. That " +
      "an account is deactivated, or belongs to another organization, is told with the right password alone. The account's " +
      "owner is told of the login by mail, unless `enable_login_emails` is off or the account is at most a minute old. Where signing in takes a code, " +
      "the password alone is not enough.",
    access: "public",
    cost: 1,
    input: z.object({
      username: text().describe(
        "The account's real e-mail address, or where `require_email_format_usernames` is false the name in the directory",
      ),
      password: text(),
    }),
    response: z.object({
      api_key: z.string(),
      email: z.string().describe("The account's real address, the user name of all further requests"),
      user_id: z.int(),
    }),
    errors: [...loginErrors, TwoFactorRequired, ServerBusy],
    handler: ({ realm, request, now }, { input }) => logIn(services, { realm, origin: request, ...input }, now),
  });
