import type { z } from "zod";
import { Role, roles } from "@parlance/contract/entities/roles.ts";
import { bool, int, text } from "@parlance/kernel/http/params.ts";
import type { Offer } from "./invitation.ts";
import { channelIds, groupIds } from "#modules/platform/parameters/identifying-parameters.ts";

/** Maximum validity of an invitation: a hundred years, in minutes. */
const MAX_MINUTES = 52_560_000;
const MAX_WELCOME_LENGTH = 8000;

/**
 * Request parameters that describe the offer of an invitation: role, channels, groups, welcome message and validity.
 */
export const offerParams = {
  invite_expires_in_minutes: int({ min: 1, max: MAX_MINUTES })
    .nullable()
    .optional()
    .describe("Minutes until the invitation expires; null for never. Defaults to the server's setting."),
  invite_as: Role.default(roles.member).describe("Role of the new users; not above the caller's own."),
  stream_ids: channelIds()
    .default([])
    .describe(
      "Ids of channels to subscribe the new users to: default channels, or channels that the caller may subscribe " +
        "others to.",
    ),
  group_ids: groupIds()
    .default([])
    .describe("Ids of user groups to add the new users to. Requires permission to add members to each group."),
  include_realm_default_subscriptions: bool()
    .default(false)
    .describe("Whether to subscribe the new users to the default channels."),
  welcome_message_custom_text: text({ max: MAX_WELCOME_LENGTH })
    .nullable()
    .transform((value) => (value === "null" ? null : value))
    .optional()
    .describe(
      "Markdown source of the welcome bot's message. Empty for no message; `null` or omitted for the " +
        "organization's default. Ignored unless the caller is an administrator.",
    ),
};

type OfferParams = z.output<z.ZodObject<typeof offerParams>>;

/** Returns the offer that the parameters describe. */
export function parseOffer(input: OfferParams, settings: { invitationValidityMinutes: number }, now: Date): Offer {
  const { invite_expires_in_minutes: minutes = settings.invitationValidityMinutes } = input;
  return {
    role: input.invite_as,
    channelIds: [...new Set(input.stream_ids)],
    groupIds: [...new Set(input.group_ids)],
    includeDefaultChannels: input.include_realm_default_subscriptions,
    welcomeText: input.welcome_message_custom_text ?? null,
    expiresAt: minutes === null ? null : new Date(now.getTime() + minutes * 60_000),
  };
}
