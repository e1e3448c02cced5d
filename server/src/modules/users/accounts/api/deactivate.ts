import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { sendDeactivationEmail } from "../actions/send-deactivation-email.ts";
import { deactivateLockedUser } from "../actions/deactivate-user.ts";
import { OnlyOwnerCannotLeave } from "#modules/users/core/errors.ts";
import { deactivationErrors, lockUserToDeactivate } from "../policy.ts";
import { userId } from "#modules/platform/parameters/identifying-parameters.ts";

const MAX_COMMENT_LENGTH = 2000;

export const deactivate = endpoint.write({
  route: "DELETE /users/:user_id",
  summary: "Deactivate a user",
  description:
    "Only administrators may deactivate users, and only owners may deactivate owners. The user and the user's " +
    "bots can no longer log in: API keys are rejected, event queues are deleted, and sessions end. Invitations " +
    "of the user are revoked. The user no longer appears in channels and groups until the account is " +
    "reactivated.",
  access: "user",
  params: z.object({ user_id: userId().describe("Id of the user.") }),
  input: z.object({
    deactivation_notification_comment: text()
      .trim()
      .max(MAX_COMMENT_LENGTH)
      .optional()
      .describe("If given, even if empty, the user receives an email that quotes it."),
  }),
  response: z.object({}),
  errors: [...deactivationErrors, OnlyOwnerCannotLeave],
  async handler(ctx, { params, input }) {
    const { tx, actor, realm, now } = ctx;
    const { user, locked } = await lockUserToDeactivate(ctx, params.user_id);
    await deactivateLockedUser(tx, locked, { realm, actorId: actor.id, userId: user.id, now });
    const { deactivation_notification_comment: comment } = input;
    if (comment !== undefined) await sendDeactivationEmail(tx, { realm, user, comment, now });
    return {};
  },
});
