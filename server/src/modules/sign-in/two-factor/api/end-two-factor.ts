import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { removeSecondFactor } from "../actions/change-second-factor.ts";
import { TwoFactorIsOff } from "#modules/sign-in/core/errors.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import {
  assertReauthenticated,
  ownPasswordParam,
  reauthenticationErrors,
} from "#modules/sign-in/credentials/reauthentication.ts";

export const endTwoFactor = (services: LoginServices) =>
  endpoint.write({
    route: "DELETE /users/me/two_factor",
    summary: "Remove your authenticator app",
    description:
      "Logging in requires no code afterwards. If the account has passkeys, a password alone is still not enough, and the recovery codes stay valid; otherwise they stop working. The user receives an email.",
    access: "user",
    humansOnly: true,
    input: z.object({ password: ownPasswordParam() }),
    response: z.object({}),
    errors: [...reauthenticationErrors, TwoFactorIsOff],
    prepare: (ctx, { input }) => assertReauthenticated(services, ctx, input.password),
    async handler({ tx, actor, realm, now }) {
      await removeSecondFactor(tx, { realm, userId: actor.id, now });
      return {};
    },
  });
