import type { Email } from "#modules/platform/email/email.ts";

interface Invited {
  /** Name of the organization. */
  readonly organization: string;
  /** Name of the inviter. */
  readonly referrer: string;
  readonly url: string;
  readonly expiresAt: Date | null;
}

const reason =
  "You received this email because you were invited by a member of this organization. If you don't want to join, ignore it: no account has been created for you.";

const dateFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

const expiryBlocks = (expiresAt: Date | null) =>
  expiresAt ? [{ paragraph: `This invitation expires on ${dateFormat.format(expiresAt)} UTC.` }] : [];

/** Creates the email to an invitee. */
export const invitationEmail = ({ organization, referrer, url, expiresAt }: Invited): Email => ({
  kind: "invitation",
  subject: `${referrer} invited you to join ${organization}`,
  blocks: [
    { paragraph: "Hello," },
    { paragraph: `${referrer} invited you to join ${organization} on Parlance, a team chat organized by topic.` },
    { button: `Join ${organization}`, url },
    ...expiryBlocks(expiresAt),
  ],
  reason,
});

/** Creates the reminder to an invitee before the invitation expires. */
export const reminderEmail = ({ organization, referrer, url, expiresAt }: Invited): Email => ({
  kind: "invitation_reminder",
  subject: `Reminder: ${referrer} invited you to join ${organization}`,
  blocks: [
    { paragraph: "Hello," },
    { paragraph: `This is a reminder that ${referrer} invited you to join ${organization} on Parlance.` },
    { button: `Join ${organization}`, url },
    ...expiryBlocks(expiresAt),
    { paragraph: "This is the only reminder you will get." },
  ],
  reason,
});

/** Creates the email that verifies the address of a user who requested to join. */
export const confirmationEmail = ({ organization, url }: { organization: string; url: string }): Email => ({
  kind: "join_confirmation",
  subject: `Join ${organization}`,
  blocks: [
    { paragraph: "Hello," },
    {
      paragraph: `You asked to join ${organization} on Parlance with this email address. To confirm it and create your account, use this link:`,
    },
    { button: `Join ${organization}`, url },
    { paragraph: "This link is valid for one day." },
  ],
  reason: `You received this email because someone entered this address to join ${organization}. If it wasn't you, ignore it.`,
});

/**
 * Creates the email to a user who requested to join but already has an account. Only this email reveals the account;
 * the page must not reveal it to strangers.
 */
export const accountExistsEmail = ({ organization, url }: { organization: string; url: string }): Email => ({
  kind: "account_exists",
  subject: `You already have an account at ${organization}`,
  blocks: [
    { paragraph: "Hello," },
    {
      paragraph: `You asked to join ${organization} on Parlance with this email address, but you already have an account there. To use it, log in:`,
    },
    { button: "Log in", url },
  ],
  reason: `You received this email because someone entered this address to join ${organization}. If it wasn't you, ignore it.`,
});

/** Creates the email to a user who requested to join but whose account is deactivated. */
export const accountDeactivatedEmail = ({ organization }: { organization: string }): Email => ({
  kind: "account_deactivated",
  subject: `Your account at ${organization} is deactivated`,
  blocks: [
    { paragraph: "Hello," },
    {
      paragraph: `You asked to join ${organization} on Parlance with this email address, but your account there is deactivated. Ask an administrator of ${organization} to reactivate it.`,
    },
  ],
  reason: `You received this email because someone entered this address to join ${organization}. If it wasn't you, ignore it.`,
});
