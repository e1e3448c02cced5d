import { z } from "zod";
import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { MustBeAdministrator } from "@parlance/kernel/http/errors.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { accessUser } from "#modules/users/core/visibility/access-user.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { assertCanReadMessage } from "#modules/messages/core/policy.ts";
import {
  suppressionReasons,
  notificationReasons,
  carrierSuppressionReasons,
} from "@parlance/contract/notifications/notification-decision.ts";
import { explain as explainNotices } from "../decision/explanation.ts";
import { redactForOthers } from "../decision/redact-explanation.ts";
import { messageId, userId } from "#modules/platform/parameters/identifying-parameters.ts";

const CarrierExplanation = z.strictObject({
  is_told: z.boolean(),
  why: z
    .enum([...notificationReasons, ...suppressionReasons, ...carrierSuppressionReasons, "not_then"])
    .describe(
      "Why the user was notified, or why not. `not_then`: the current settings would not suppress the " +
        "notification, but when the message was sent the user was active, had read it, or had other settings.",
    ),
});

export const explain = endpoint.read({
  route: "GET /messages/:message_id/notices",
  summary: "Explain why a message notified a user",
  description:
    "Covers push notifications on phones, browser notifications and email. Notifications that were sent are " +
    "recorded for 30 days; all others are explained from the current settings. Administrators may request it " +
    "for other users, for messages that they can read themselves. They do not see which users and topics the " +
    "user muted, or the user's quiet hours: these reasons are reported as `settings`.",
  access: "user",
  params: z.object({ message_id: messageId().describe("Id of the message.") }),
  input: z.object({ user_id: userId().optional().describe("Id of the user; defaults to the caller.") }),
  response: z.object({
    notices: z.strictObject({ phone: CarrierExplanation, browser: CarrierExplanation, mail: CarrierExplanation }),
  }),
  errors: [InvalidMessages, MustBeAdministrator, NoSuchUser],
  async handler({ db, actor, realm, snapshot }, { params, input }) {
    const id = input.user_id ?? actor.id;
    const isOwn = id === actor.id;
    if (!isOwn && !isAtLeast(actor.role, "administrator")) throw new MustBeAdministrator();
    await assertCanReadMessage(db, { ...actor, isSpectator: false }, params.message_id);
    await accessUser(db, actor, id);
    const request = { snapshot, realmId: realm.id, userId: id, messageId: params.message_id };
    const notices = await explainNotices(db, request);
    return { notices: isOwn ? notices : redactForOthers(notices) };
  },
});
