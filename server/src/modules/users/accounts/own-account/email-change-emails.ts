import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { Email } from "#modules/platform/email/email.ts";

interface Organization extends Pick<RealmContext, "url"> {
  readonly name: string;
}

interface EmailChange {
  readonly realm: Organization;
  readonly fullName: string;
  readonly oldEmail: string;
  readonly newEmail: string;
}

/** Returns the URL with which a new address is confirmed. */
const emailChangeUrl = ({ url }: Pick<RealmContext, "url">, key: string): string =>
  `${url}/accounts/confirm_new_email/${key}`;

/** Creates the email to the new address, which verifies that the address belongs to the user. */
export const emailChangeConfirmationEmail = ({
  realm,
  fullName,
  oldEmail,
  newEmail,
  key,
}: EmailChange & { key: string }): Email => ({
  kind: "email_change",
  subject: `Confirm your new email address for ${realm.name}`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph: `You asked to change the email address of your account at ${realm.name}. After you confirm the new address, you log in with it.`,
    },
    { facts: { "Current address": oldEmail, "New address": newEmail } },
    { button: "Confirm new address", url: emailChangeUrl(realm, key) },
    { paragraph: "The link works once and is valid for one day." },
  ],
  reason: `You received this email because a user of ${new URL(realm.url).host} entered this address. If it wasn't you, ignore it.`,
});

/** Creates the email to the old address. Its owner may not know about the change. */
export const emailChangedEmail = ({ realm, fullName, oldEmail, newEmail }: EmailChange): Email => ({
  kind: "email_changed",
  subject: `Your email address for ${realm.name} was changed`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph: `The email address of your account at ${realm.name} was changed. From now on, you log in with the new address, and emails are sent there.`,
    },
    { facts: { "Old address": oldEmail, "New address": newEmail } },
    { paragraph: "If you didn't make this change, contact an organization administrator now." },
  ],
  reason: `You received this email because this address belonged to an account at ${new URL(realm.url).host}.`,
});
