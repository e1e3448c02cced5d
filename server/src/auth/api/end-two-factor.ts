import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { text } from "#kernel/http/params.ts";
import { removeSecondFactor } from "../actions/set-second-factor.ts";
import { TwoFactorIsOff } from "../errors.ts";
import type { LoginServices } from "../logins.ts";
import { mustKnowPassword, ownPasswordErrors } from "../own-password.ts";

export const endTwoFactor = (services: LoginServices) =>
  endpoint.write({
    route: "DELETE /users/me/two_factor",
    summary: "Have sign-ins take no code any more",
    description: "Codes for recovery are worthless with it. The owner gets a letter.",
    access: "user",
    humansOnly: true,
    input: z.object({ password: text() }),
    response: z.object({}),
    errors: [...ownPasswordErrors, TwoFactorIsOff],
    prepare: (ctx, { input }) => mustKnowPassword(services, ctx, input.password),
    async handler({ tx, actor, realm, now }) {
      await removeSecondFactor(tx, { realm, userId: actor.id, now }, "owner");
      return {};
    },
  });
