import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { isSecondFactorRequired, loadSecondFactorState } from "#modules/sign-in/credentials/second-factors.ts";

export const getTwoFactor = endpoint.read({
  route: "GET /users/me/two_factor",
  summary: "Get your two-factor authentication status",
  description: "Says which second factors are set up for the caller's account.",
  access: "user",
  humansOnly: true,
  response: z.object({
    is_on: z.boolean().describe("Whether a password alone is not enough to log in."),
    has_authenticator: z.boolean().describe("Whether an authenticator app is set up."),
    passkeys: z.int().describe("Number of passkeys; each can be used instead of a code."),
    recovery_codes_left: z.int().describe("Number of unused recovery codes."),
  }),
  errors: [],
  async handler({ db, actor }) {
    const factors = await loadSecondFactorState(db, actor.id);
    return {
      is_on: isSecondFactorRequired(factors),
      has_authenticator: factors.hasAuthenticator,
      passkeys: factors.passkeys,
      recovery_codes_left: factors.recoveryCodes,
    };
  },
});
