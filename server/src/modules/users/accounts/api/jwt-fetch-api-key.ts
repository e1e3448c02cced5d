import { z } from "zod";
import { User } from "@parlance/contract/entities/user.ts";
import { TwoFactorRequired } from "#modules/sign-in/errors.ts";
import { giveApiKey } from "#modules/sign-in/give-api-key.ts";
import { accountByToken, BY_TOKEN, tokenErrors } from "#modules/sign-in/external/token-logins.ts";
import type { TokenSigner } from "#modules/sign-in/external/token-settings.ts";
import { TOKEN_METHOD } from "#modules/sign-in/external/tokens.ts";
import type { LoginServices } from "#modules/sign-in/logins.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, text } from "#kernel/http/params.ts";
import { profilesOf } from "#modules/users/core/profiles.ts";
import { presentUser } from "#modules/users/core/presentation.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { findUser } from "#modules/users/core/queries.ts";

/** A read, like the other exchange for a key: what it writes does not depend on the answer. */
export const jwtFetchApiKey = (logins: LoginServices, signers: readonly TokenSigner[]) =>
  endpoint.read({
    route: "POST /jwt/fetch_api_key",
    summary: "Exchange a signed token for the API key",
    description:
      "For sites that sign people in themselves: the server's operators name, for each organization, the key and the one " +
      "algorithm by which they sign. The token is a JSON web token whose claim `email` is the account's real address; `exp`, " +
      "`nbf` and `aud` (the organization's address) count where it has them. Where signing in takes a code or a passkey, the " +
      "token alone is not enough, unless the operators say that the site asks for a second factor itself. The account's " +
      "owner is told of the login by mail as with `POST /fetch_api_key`.",
    access: "public",
    cost: 1,
    input: z.object({
      token: text().describe("The signed token, in its compact form"),
      include_profile: bool().default(false).describe("Adds `user`"),
    }),
    response: z.object({
      api_key: z.string(),
      email: z.string().describe("The account's real address, the user name of all further requests"),
      user: User.optional().describe("The account as its owner sees it; only with `include_profile`"),
    }),
    errors: [...tokenErrors, TwoFactorRequired, NoSuchUser],
    async handler({ db, realm, request, now }, { input }) {
      const { userId, secondFactor } = await accountByToken(logins, signers, { realm, token: input.token, now });
      const { api_key, email } = await giveApiKey(logins, {
        realm,
        userId,
        method: TOKEN_METHOD,
        secondFactor,
        origin: { ip: request.ip, userAgent: request.userAgent, through: BY_TOKEN },
        now,
      });
      if (!input.include_profile) return { api_key, email };
      const user = await findUser(db, realm.id, userId);
      if (!user) throw new NoSuchUser();
      const profiles = await profilesOf(db, realm.id, [userId]);
      return { api_key, email, user: presentUser(user, user, { realm, clientGravatar: false, profiles }) };
    },
  });
