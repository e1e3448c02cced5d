import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { RateLimitHit } from "@parlance/kernel/http/errors.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { confirmSecondFactor } from "../actions/change-second-factor.ts";
import { countCodeAttempt } from "../actions/verify-code.ts";
import { TwoFactorIsOff, TwoFactorIsOn, WrongCode } from "#modules/sign-in/core/errors.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";

export const confirmTwoFactor = ({ db, secret }: LoginServices) =>
  endpoint.write({
    route: "POST /users/me/two_factor/confirm",
    summary: "Confirm your authenticator app",
    description:
      "Requires a code from the authenticator app set up with `POST /users/me/two_factor`. From then on a " +
      "password alone is not enough, neither on the login pages nor for `POST /fetch_api_key`. API keys and " +
      "sessions stay valid. The user receives an email.",
    access: "user",
    humansOnly: true,
    input: z.object({ code: text().describe("Current code of the authenticator app.") }),
    secrets: "all",
    response: z.object({
      recovery_codes: z
        .array(z.string())
        .describe("Each code works once instead of a code from the authenticator app. They cannot be retrieved later."),
    }),
    errors: [TwoFactorIsOn, TwoFactorIsOff, WrongCode, RateLimitHit],
    prepare: ({ actor, now }) => countCodeAttempt(db, actor.id, now),
    async handler({ tx, actor, realm, now }, { input }) {
      const owner = { realm, userId: actor.id, now, code: input.code };
      return { recovery_codes: await confirmSecondFactor(tx, secret, owner) };
    },
  });
