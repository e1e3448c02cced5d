import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id, text } from "#kernel/http/params.ts";
import { sendDeactivationLetter } from "../actions/send-deactivation-letter.ts";
import { deactivateLockedUser } from "../actions/deactivate-user.ts";
import { OnlyOwnerStays } from "#modules/users/core/errors.ts";
import { deactivationErrors, lockUserToDeactivate } from "../policy.ts";

const MAX_COMMENT_LENGTH = 2000;

export const deactivate = endpoint.write({
  route: "DELETE /users/:user_id",
  summary: "Deactivate a person",
  description:
    "Nobody gets in with the account any more, and neither with the bots that it owns: keys are refused, event queues are " +
    "closed, browsers are signed out. Its invitations are revoked. Others find it in no channel and in no group, until it " +
    "is reactivated. This takes an administrator, and for an owner's account an owner.",
  access: "user",
  params: z.object({ user_id: id() }),
  input: z.object({
    deactivation_notification_comment: text()
      .trim()
      .max(MAX_COMMENT_LENGTH)
      .optional()
      .describe("If it is given, even if it is empty, the person gets a letter that quotes it"),
  }),
  response: z.object({}),
  errors: [...deactivationErrors, OnlyOwnerStays],
  async handler(ctx, { params, input }) {
    const { tx, actor, realm, now } = ctx;
    const { user, locked } = await lockUserToDeactivate(ctx, params.user_id);
    await deactivateLockedUser(tx, locked, { realm, actorId: actor.id, userId: user.id, now });
    const { deactivation_notification_comment: comment } = input;
    if (comment !== undefined) await sendDeactivationLetter(tx, { realm, user, comment, now });
    return {};
  },
});
