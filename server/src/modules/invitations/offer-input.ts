import { z } from "zod";
import { Role, roles } from "@parlance/contract/entities/roles.ts";
import { bool, int, json, text } from "#kernel/http/params.ts";
import type { Offer } from "./offer.ts";

/** A hundred years. */
const MAX_MINUTES = 52_560_000;
const MAX_WELCOME = 8000;

const ids = () => json(z.array(z.int()));

/** What an invitation offers, as parameters. */
export const offerInput = {
  invite_expires_in_minutes: int({ min: 1, max: MAX_MINUTES })
    .nullable()
    .optional()
    .describe("Null: never. By default as the server's operators lay down"),
  invite_as: Role.default(roles.member).describe("The role that newcomers get; not above one's own"),
  stream_ids: ids()
    .default([])
    .describe("Channels to be subscribed to: default channels, or those that one may subscribe others to"),
  group_ids: ids().default([]).describe("Groups to be a member of; one has to have the right to add members"),
  include_realm_default_subscriptions: bool().default(false).describe("Subscribes newcomers to the default channels"),
  welcome_message_custom_text: text({ max: MAX_WELCOME })
    .nullable()
    .transform((given) => (given === "null" ? null : given))
    .optional()
    .describe(
      "Markdown that the welcome bot passes on; empty: nothing, `null` or absent: what the organization lays down. Heeded of administrators alone",
    ),
};

type OfferInput = z.output<z.ZodObject<typeof offerInput>>;

/** The offer that the parameters describe. */
export function offerOf(input: OfferInput, settings: { invitationValidityMinutes: number }, now: Date): Offer {
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
