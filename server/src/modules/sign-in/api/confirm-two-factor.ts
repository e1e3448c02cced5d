import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { RateLimitHit } from "#kernel/http/errors.ts";
import { text } from "#kernel/http/params.ts";
import { confirmSecondFactor } from "../actions/set-second-factor.ts";
import { countCode } from "../actions/take-code.ts";
import { TwoFactorIsOff, TwoFactorIsOn, WrongCode } from "../errors.ts";
import type { LoginServices } from "../logins.ts";

export const confirmTwoFactor = ({ db, secret }: LoginServices) =>
  endpoint.write({
    route: "POST /users/me/two_factor/confirm",
    summary: "Have sign-ins take a code from now on",
    description:
      "Takes a code of the authenticator that `POST /users/me/two_factor` has set up. Then passwords alone are not enough on " +
      "the pages to sign in, and not for `POST /fetch_api_key`. API keys and browsers that are signed in stay. The owner " +
      "gets a letter.",
    access: "user",
    humansOnly: true,
    input: z.object({ code: text() }),
    response: z.object({
      recovery_codes: z.array(z.string()).describe("Each works once, instead of a code. Not shown again"),
    }),
    errors: [TwoFactorIsOn, TwoFactorIsOff, WrongCode, RateLimitHit],
    prepare: ({ actor, now }) => countCode(db, actor.id, now),
    async handler({ tx, actor, realm, now }, { input }) {
      const owner = { realm, userId: actor.id, now, code: input.code };
      return { recovery_codes: await confirmSecondFactor(tx, secret, owner) };
    },
  });
