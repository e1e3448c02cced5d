import { z } from "zod";
import { User } from "@parlance/contract/entities/user.ts";
import { TwoFactorRequired } from "#modules/sign-in/core/errors.ts";
import { signInForApiKey } from "#modules/sign-in/credentials/sign-in-for-api-key.ts";
import { authenticateByJwt, JWT_PROVIDER_NAME, jwtErrors } from "#modules/sign-in/providers/jwt/jwt-login.ts";
import type { JwtSigner } from "#modules/sign-in/providers/jwt/jwt-settings.ts";
import { JWT_METHOD } from "#modules/sign-in/providers/jwt/jwt-token.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, text } from "@parlance/kernel/http/params.ts";
import { loadProfiles } from "#modules/users/core/snapshot/profiles-snapshot.ts";
import { presentUser } from "#modules/users/core/presentation.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { findUser } from "#modules/users/core/queries.ts";

/**
 * Endpoint that returns the API key for a signed token. Like the other login endpoint that returns a key, it is
 * declared as a read although it writes, because the response does not depend on these writes.
 */
export const jwtFetchApiKey = (logins: LoginServices, signers: readonly JwtSigner[]) =>
  endpoint.read({
    route: "POST /jwt/fetch_api_key",
    summary: "Get an API key with a signed token",
    description:
      "For sites that authenticate users themselves. Server operators configure the key and the algorithm for " +
      "each organization. The token is a JSON Web Token whose claim `email` is the user's real email address; " +
      "`exp`, `nbf` and `aud` (the organization's address) are checked if present. If the account uses two-factor " +
      "authentication, the token is not enough, unless the operators configured that the site requires a second " +
      "factor. The user receives an email about the login, as with `POST /fetch_api_key`.",
    access: "public",
    cost: 1,
    input: z.object({
      token: text().describe("The signed token, in compact form."),
      include_profile: bool().default(false).describe("Whether to add `user`."),
    }),
    secrets: "all",
    response: z.object({
      api_key: z.string(),
      email: z.string().describe("The user's real email address, which is the username of all further requests."),
      user: User.optional().describe("The user's own account; present only with `include_profile`."),
    }),
    errors: [...jwtErrors, TwoFactorRequired, NoSuchUser],
    async handler({ db, realm, request, now }, { input }) {
      const { userId, secondFactor } = await authenticateByJwt(logins, signers, { realm, token: input.token, now });
      const { api_key, email } = await signInForApiKey(logins, {
        realm,
        userId,
        method: JWT_METHOD,
        secondFactor,
        origin: { ip: request.ip, userAgent: request.userAgent, through: JWT_PROVIDER_NAME },
        now,
      });
      if (!input.include_profile) return { api_key, email };
      const user = await findUser(db, realm.id, userId);
      if (!user) throw new NoSuchUser();
      const profiles = await loadProfiles(db, realm.id, [userId]);
      return { api_key, email, user: presentUser(user, user, { realm, clientGravatar: false, profiles }) };
    },
  });
