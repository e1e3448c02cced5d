import type { Letter } from "#modules/platform/email/letter.ts";

interface Invited {
  /** Name of the organization. */
  readonly organization: string;
  /** Name of the inviter. */
  readonly referrer: string;
  readonly url: string;
  readonly expiresAt: Date | null;
}

const reason =
  "Somebody gave us this address to invite you. If you do not want to join, you need not do anything: we keep no account for you.";

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

const untilWhen = (expiresAt: Date | null) =>
  expiresAt ? [{ paragraph: `The invitation can be used until ${moment.format(expiresAt)} UTC.` }] : [];

/** To somebody who is invited. */
export const invitationLetter = ({ organization, referrer, url, expiresAt }: Invited): Letter => ({
  kind: "invitation",
  subject: `${referrer} has invited you to join ${organization}`,
  blocks: [
    { paragraph: "Hello," },
    { paragraph: `${referrer} wants you to join ${organization}, where people talk with each other on Parlance.` },
    { button: `Join ${organization}`, url },
    ...untilWhen(expiresAt),
  ],
  reason,
});

/** To the same, while there is still time. */
export const reminderLetter = ({ organization, referrer, url, expiresAt }: Invited): Letter => ({
  kind: "invitation_reminder",
  subject: `${referrer} still waits for you at ${organization}`,
  blocks: [
    { paragraph: "Hello," },
    { paragraph: `a while ago ${referrer} invited you to join ${organization} on Parlance.` },
    { button: `Join ${organization}`, url },
    ...untilWhen(expiresAt),
    { paragraph: "We will not remind you again." },
  ],
  reason,
});

/** To somebody who asked to join, to prove that the address is theirs. */
export const confirmationLetter = ({ organization, url }: { organization: string; url: string }): Letter => ({
  kind: "join_confirmation",
  subject: `Join ${organization}`,
  blocks: [
    { paragraph: "Hello," },
    { paragraph: `somebody asked to join ${organization} on Parlance with this address. If it was you, go on here:` },
    { button: `Join ${organization}`, url },
    { paragraph: "This can be used for one day." },
  ],
  reason: `This address was given to join ${organization}. If it was not you, you need not do anything.`,
});

/** To somebody who asked to join, and is here already: the page must not tell strangers so. */
export const accountExistsLetter = ({ organization, url }: { organization: string; url: string }): Letter => ({
  kind: "account_exists",
  subject: `You have an account at ${organization}`,
  blocks: [
    { paragraph: "Hello," },
    {
      paragraph: `somebody asked to join ${organization} on Parlance with this address, but you have an account there already. If it was you, log in with it:`,
    },
    { button: "Log in", url },
  ],
  reason: `This address was given to join ${organization}. If it was not you, you need not do anything.`,
});

/** The same, where an administrator has deactivated the account. */
export const accountDeactivatedLetter = ({ organization }: { organization: string }): Letter => ({
  kind: "account_deactivated",
  subject: `Your account at ${organization} is deactivated`,
  blocks: [
    { paragraph: "Hello," },
    {
      paragraph: `somebody asked to join ${organization} on Parlance with this address, but your account there was deactivated. If it was you, ask an administrator of ${organization} to reactivate it.`,
    },
  ],
  reason: `This address was given to join ${organization}. If it was not you, you need not do anything.`,
});
