import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { removeSecondFactor } from "../actions/change-second-factor.ts";
import { TwoFactorIsOff } from "#modules/sign-in/core/errors.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import { mustProveOneself, ownPassword, ownProofErrors } from "#modules/sign-in/credentials/reauthentication.ts";

export const endTwoFactor = (services: LoginServices) =>
  endpoint.write({
    route: "DELETE /users/me/two_factor",
    summary: "Remove your authenticator app",
    description:
      "Logging in requires no code afterwards. If the account has passkeys, a password alone is still not enough, and the recovery codes stay valid; otherwise they stop working. The user receives an email.",
    access: "user",
    humansOnly: true,
    input: z.object({ password: ownPassword() }),
    response: z.object({}),
    errors: [...ownProofErrors, TwoFactorIsOff],
    prepare: (ctx, { input }) => mustProveOneself(services, ctx, input.password),
    async handler({ tx, actor, realm, now }) {
      await removeSecondFactor(tx, { realm, userId: actor.id, now });
      return {};
    },
  });
