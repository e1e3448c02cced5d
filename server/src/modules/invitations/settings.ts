import { declareRateLimit } from "@parlance/kernel/rate-limits/settings.ts";
import { integer, setting } from "@parlance/kernel/config/setting.ts";

/** The settings of invitations. */
export const invitationSettings = {
  invitationValidityMinutes: setting(integer(1, 52_560_000), {
    key: "invitations.link_validity_minutes",
    variable: "PARLANCE_INVITATION_LINK_VALIDITY_MINUTES",
    default: 14_400,
    unit: "minutes",
    meaning: "How long an invitation is valid by default.",
  }),
  invitationsPerDay: setting(integer(0, 1_000_000), {
    key: "invitations.per_day",
    variable: "PARLANCE_INVITATIONS_PER_DAY",
    default: 0,
    defaultText: "0, which means no limit",
    unit: "emails",
    meaning:
      "Maximum number of invitation emails per organization within 24 hours. Set a limit if organizations belong to people you do not know.",
  }),
  invitationsPerDayOfNewcomers: setting(integer(0, 1_000_000), {
    key: "invitations.per_day_of_new_organizations",
    variable: "PARLANCE_INVITATIONS_PER_DAY_OF_NEW_ORGANIZATIONS",
    default: 0,
    defaultText: "0, which means no limit",
    unit: "emails",
    meaning: "The same limit for all organizations that are less than 7 days old, taken together.",
  }),
};

/** The operators' settings for invitations. */
export interface InvitationSettings {
  /** Default validity of an invitation, in minutes. */
  readonly invitationValidityMinutes: number;
  /** Maximum number of invitation emails per organization within 24 hours. 0 means unlimited. */
  readonly invitationsPerDay: number;
  /**
   * Maximum number of invitation emails within 24 hours of all organizations that are less than 7 days old, taken
   * together. 0 means unlimited.
   */
  readonly invitationsPerDayOfNewcomers: number;
}

/** Rate limit for invitation requests, per account. */
export const invitationsLimit = declareRateLimit("invitations", {
  key: "rate_limits.invitations",
  variable: "PARLANCE_RATE_LIMIT_INVITATIONS",
  default: "3600:100",
  meaning: "Invitation requests per account, each for up to 100 people.",
});
