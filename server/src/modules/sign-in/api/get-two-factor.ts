import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { isOn, secondFactorsOf } from "../two-factor/queries.ts";

export const getTwoFactor = endpoint.read({
  route: "GET /users/me/two_factor",
  summary: "See whether signing in to one's account takes more than a password",
  access: "user",
  humansOnly: true,
  response: z.object({
    is_on: z.boolean().describe("Whether a password alone is not enough"),
    has_authenticator: z.boolean().describe("Whether an authenticator makes codes for it"),
    passkeys: z.int().describe("How many there are; each can be used instead of a code"),
    recovery_codes_left: z.int().describe("Of those that can be used once instead of a code or a passkey"),
  }),
  errors: [],
  async handler({ db, actor }) {
    const factors = await secondFactorsOf(db, actor.id);
    return {
      is_on: isOn(factors),
      has_authenticator: factors.hasAuthenticator,
      passkeys: factors.passkeys,
      recovery_codes_left: factors.recoveryCodes,
    };
  },
});
