import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { removeSecondFactor } from "../actions/set-second-factor.ts";
import { TwoFactorIsOff } from "../errors.ts";
import type { LoginServices } from "../logins.ts";
import { mustProveOneself, ownPassword, ownProofErrors } from "../own-password.ts";

export const endTwoFactor = (services: LoginServices) =>
  endpoint.write({
    route: "DELETE /users/me/two_factor",
    summary: "Have sign-ins take no code any more",
    description: "Codes for recovery are worthless with it, unless there are passkeys. The owner gets a letter.",
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
