import { z } from "zod";
import { removeSecondFactor } from "#auth/actions/set-second-factor.ts";
import { TwoFactorIsOff } from "#auth/errors.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { MustBeOwner } from "#kernel/http/errors.ts";
import { id } from "#kernel/http/params.ts";
import { NoSuchUser } from "#modules/1-ground/users/errors.ts";
import { recordAct } from "#modules/2-records/audit-log/actions/record-act.ts";
import { lockPersonToSecure } from "../policy.ts";

export const resetTwoFactor = endpoint.write({
  route: "DELETE /users/:user_id/two_factor",
  summary: "Let somebody sign in without a code",
  description:
    "For people who lost their authenticator and their codes for recovery. They get a letter. Owners are for owners.",
  access: "admin",
  params: z.object({ user_id: id() }),
  response: z.object({}),
  errors: [NoSuchUser, MustBeOwner, TwoFactorIsOff],
  async handler(ctx, { params: { user_id: userId } }) {
    const { tx, actor, realm, now } = ctx;
    await lockPersonToSecure(ctx, userId);
    await removeSecondFactor(tx, { realm, userId, now }, "administrator");
    const [before, after] = [{ two_factor: true }, { two_factor: false }];
    const act = { realmId: actor.realmId, actorId: actor.id, act: "user.two_factor_reset", targetId: userId } as const;
    await recordAct(tx, { ...act, before, after, now });
    return {};
  },
});
