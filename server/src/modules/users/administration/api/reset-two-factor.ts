import { z } from "zod";
import { resetSecondFactors } from "#modules/sign-in/passkeys/actions/reset-second-factors.ts";
import { TwoFactorIsOff } from "#modules/sign-in/core/errors.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { lockUserToSecure } from "../policy.ts";
import { userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const resetTwoFactor = endpoint.write({
  route: "DELETE /users/:user_id/two_factor",
  summary: "Reset two-factor authentication of a user",
  description:
    "Removes the authenticator app, the passkeys and the recovery codes of a user who lost them. The user " +
    "receives an email. Only owners may do this for owners.",
  access: "admin",
  params: z.object({ user_id: userId().describe("Id of the user.") }),
  response: z.object({}),
  errors: [NoSuchUser, MustBeOwner, TwoFactorIsOff],
  async handler(ctx, { params }) {
    const { tx, actor, realm, now } = ctx;
    await lockUserToSecure(ctx, params.user_id);
    await resetSecondFactors(tx, { realm, userId: params.user_id, now }, actor.id);
    return {};
  },
});
