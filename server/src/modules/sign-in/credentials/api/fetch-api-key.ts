import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { ServerBusy } from "@parlance/kernel/http/errors.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { TwoFactorRequired } from "#modules/sign-in/core/errors.ts";
import { exchangePasswordForApiKey, loginErrors, type LoginServices } from "../password-login.ts";

/**
 * A read endpoint, although it records wrong passwords: they must be stored even if the request fails, so they are
 * stored in a separate transaction.
 */
export const fetchApiKey = (services: LoginServices) =>
  endpoint.read({
    route: "POST /fetch_api_key",
    summary: "Get an API key with a password",
    description:
      "After five failures within half an hour, a username is blocked for a while from that network address; a " +
      "successful login resets the count. The error for a deactivated account or an account of another " +
      "organization is returned only if the password is correct. The user receives an email about the login, " +
      "unless `enable_login_emails` is off or the account is at most a minute old. If the account uses two-factor " +
      "authentication, the password is not enough.",
    access: "public",
    cost: 1,
    input: z.object({
      username: text().describe(
        "The user's real email address; if `require_email_format_usernames` is false, the LDAP username.",
      ),
      password: text().describe("Password of the account."),
    }),
    secrets: "all",
    response: z.object({
      api_key: z.string(),
      email: z.string().describe("The user's real email address, which is the username of all further requests."),
      user_id: z.int(),
    }),
    errors: [...loginErrors, TwoFactorRequired, ServerBusy],
    handler: ({ realm, request, now }, { input }) =>
      exchangePasswordForApiKey(services, { realm, origin: request, ...input }, now),
  });
