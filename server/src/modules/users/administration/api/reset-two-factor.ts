import { z } from "zod";
import { resetSecondFactors } from "#modules/sign-in/actions/set-second-factor.ts";
import { TwoFactorIsOff } from "#modules/sign-in/errors.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { MustBeOwner } from "#kernel/http/errors.ts";
import { id } from "#kernel/http/params.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { lockPersonToSecure } from "../policy.ts";

export const resetTwoFactor = endpoint.write({
  route: "DELETE /users/:user_id/two_factor",
  summary: "Let somebody sign in without a code or a passkey",
  description:
    "For people who lost their authenticator or their passkeys, and their codes for recovery: all these are forgotten. They get " +
    "a letter. Owners are for owners.",
  access: "admin",
  params: z.object({ user_id: id() }),
  response: z.object({}),
  errors: [NoSuchUser, MustBeOwner, TwoFactorIsOff],
  async handler(ctx, { params: { user_id: userId } }) {
    const { tx, actor, realm, now } = ctx;
    await lockPersonToSecure(ctx, userId);
    await resetSecondFactors(tx, { realm, userId, now }, actor.id);
    return {};
  },
});
