import type { RealmContext } from "#kernel/http/context.ts";
import type { Letter } from "#modules/platform/email/letter.ts";

interface Organization extends Pick<RealmContext, "url"> {
  readonly name: string;
}

interface EmailChange {
  readonly realm: Organization;
  readonly fullName: string;
  readonly oldEmail: string;
  readonly newEmail: string;
}

/** Where a new address is confirmed. */
const emailChangeUrl = ({ url }: Pick<RealmContext, "url">, key: string): string =>
  `${url}/accounts/confirm_new_email/${key}`;

/** To the new address: proves that it is its reader's. */
export const confirmNewEmail = ({
  realm,
  fullName,
  oldEmail,
  newEmail,
  key,
}: EmailChange & { key: string }): Letter => ({
  kind: "email_change",
  subject: `Confirm your new e-mail address for ${realm.name}`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph: `you asked for another e-mail address for your account at ${realm.name}. Once you confirm it, you sign in with it.`,
    },
    { facts: { "Present address": oldEmail, "New address": newEmail } },
    { button: "Confirm the new address", url: emailChangeUrl(realm, key) },
    { paragraph: "The link works once, and for a day." },
  ],
  reason: `Somebody who is signed in at ${new URL(realm.url).host} entered this address. If that was not you, you need not do anything.`,
});

/** To the old address: its reader may not know of the change. */
export const emailWasChanged = ({ realm, fullName, oldEmail, newEmail }: EmailChange): Letter => ({
  kind: "email_changed",
  subject: `Your e-mail address for ${realm.name} was changed`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph: `the e-mail address of your account at ${realm.name} was changed. Letters go to the new one from now on, and you sign in with it.`,
    },
    { facts: { "Until now": oldEmail, "From now on": newEmail } },
    { paragraph: "If it was not you who changed it, ask an administrator of the organization for help at once." },
  ],
  reason: `This address belonged to an account at ${new URL(realm.url).host} until now.`,
});
