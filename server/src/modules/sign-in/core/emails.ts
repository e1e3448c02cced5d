import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { Email } from "#modules/platform/email/email.ts";

type Realm = Pick<RealmContext, "url"> & { readonly name: string };

const host = ({ url }: Realm): string => new URL(url).host;

/** URL at which a forgotten password is reset. */
const resetUrl = ({ url }: Realm, key: string): string => `${url}/accounts/password/reset/${key}`;

interface Login {
  readonly realm: Realm;
  readonly fullName: string;
  readonly email: string;
  /** Time of the login as text, with the time zone. */
  readonly time: string;
  readonly client: string;
  readonly ip: string;
  /**
   * Display name of the identity provider or site that authenticated the user; undefined if the user entered a password
   * or used a passkey.
   */
  readonly through: string | undefined;
  readonly isByPasskey: boolean;
}

const passwordRemedy = (realm: Realm) => [
  {
    paragraph:
      "If this wasn't you, reset your password now and contact an organization administrator: " +
      "whoever has your password may also have copied your API key.",
  },
  { button: "Reset password", url: `${realm.url}/accounts/password/reset` },
];

const providerRemedy = (through: string): string =>
  `If this wasn't you, secure your account at ${through} now and contact an organization administrator: ` +
  "whoever logged in may also have copied your API key.";

const passkeyRemedy = (realm: Realm) => [
  {
    paragraph:
      "If this wasn't you, remove the passkey now and contact an organization administrator: " +
      "whoever logged in may also have copied your API key.",
  },
  { button: "Review passkeys", url: `${realm.url}/account/passkeys` },
];

type SignInMethod = Pick<Login, "through" | "isByPasskey">;

function describeMethod({ through, isByPasskey }: SignInMethod): string {
  if (isByPasskey) return "with your passkey";
  return through === undefined ? "with your password" : `through ${through}`;
}

function remedyFor(realm: Realm, { through, isByPasskey }: SignInMethod) {
  if (isByPasskey) return passkeyRemedy(realm);
  return through === undefined ? passwordRemedy(realm) : [{ paragraph: providerRemedy(through) }];
}

/** Email about a login to the recipient's account. */
export const newLoginEmail = ({ realm, fullName, email, time, client, ip, ...by }: Login): Email => ({
  kind: "new_login",
  subject: `New login to ${realm.name} from ${client}`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    { paragraph: `There was a new login to your account at ${realm.name} ${describeMethod(by)}:` },
    { facts: { Account: email, Organization: host(realm), Time: time, Device: client, "IP address": ip } },
    { paragraph: "If this was you, you don't need to do anything." },
    ...remedyFor(realm, by),
  ],
  reason:
    "You received this email because new login emails are on. You can turn them off in your notification settings.",
});

const factorChanges = {
  on: "Two-factor authentication is now on. When you log in with your password, you also need a code from your authenticator app.",
  off: "You turned off two-factor authentication. Logging in no longer requires a code from your authenticator app.",
  reset:
    "An administrator turned off two-factor authentication. Logging in no longer requires a code from your authenticator app, and your passkeys were removed.",
} as const;

interface PasskeyChange {
  readonly change: "added" | "removed";
  /** Name that the user has given to the passkey. */
  readonly name: string;
}

/** Email about a passkey that was added to the recipient's account or removed from it. */
export const passkeyChangedEmail = (realm: Realm, fullName: string, { change, name }: PasskeyChange): Email => ({
  kind: "passkey",
  subject: `Passkey ${change} at ${realm.name}`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph:
        change === "added"
          ? "A passkey was added to your account. Logging in with your password now also requires a passkey or a code."
          : "A passkey was removed from your account. It can no longer be used to log in.",
    },
    { facts: { Passkey: name, Organization: host(realm) } },
    {
      paragraph:
        "If this wasn't you, review your passkeys now, reset your password if you have one, and contact an " +
        "organization administrator.",
    },
    { button: "Review passkeys", url: `${realm.url}/account/passkeys` },
  ],
  reason: `You received this email because it concerns the security of your account at ${host(realm)}.`,
});

/** Email about a change to the account's two-factor authentication. */
export const twoFactorChangedEmail = (realm: Realm, fullName: string, change: keyof typeof factorChanges): Email => ({
  kind: "two_factor",
  subject: `Two-factor authentication turned ${change === "on" ? "on" : "off"} at ${realm.name}`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    { paragraph: factorChanges[change] },
    {
      paragraph: "If you didn't expect this, reset your password now and contact an organization administrator.",
    },
    { button: "Reset password", url: `${realm.url}/accounts/password/reset` },
  ],
  reason: `You received this email because it concerns the security of your account at ${host(realm)}.`,
});

const resetReason = (realm: Realm): string =>
  `You received this email because a password reset was requested at ${host(realm)}. If it wasn't you, ignore it.`;

/** Email with a link to reset a forgotten password. */
export const passwordResetEmail = (realm: Realm, { fullName, key }: { fullName: string; key: string }): Email => ({
  kind: "password_reset",
  subject: `Reset your password for ${realm.name}`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    { paragraph: `You asked to reset your password for ${realm.name}. The link works once and is valid for one day.` },
    { button: "Reset password", url: resetUrl(realm, key) },
  ],
  reason: resetReason(realm),
});

/** Email in response to a password reset request for a deactivated account. */
export const resetOfDeactivatedEmail = (realm: Realm, fullName: string): Email => ({
  kind: "password_reset",
  subject: `Your account at ${realm.name} is deactivated`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph:
        `You asked to reset your password for ${realm.name}, but your account there is deactivated. ` +
        "An organization administrator can reactivate it.",
    },
  ],
  reason: resetReason(realm),
});

/**
 * Email in response to a password reset request for an account whose password is in the organization's LDAP directory.
 */
export const resetOfLdapAccountEmail = (realm: Realm, fullName: string): Email => ({
  kind: "password_reset",
  subject: `Your ${realm.name} password cannot be reset here`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph:
        `You asked to reset your password for ${realm.name}, but you log in there with your password from the ` +
        "organization's directory (LDAP). Change it there, or ask your IT department for help.",
    },
  ],
  reason: resetReason(realm),
});

/**
 * Email in response to a password reset request for an address without an account in the organization. Lists the other
 * organizations on this server in which the address has an account.
 */
export const resetWithoutAccountEmail = (realm: Realm, email: string, elsewhere: readonly Realm[]): Email => ({
  kind: "password_reset",
  subject: `No account at ${realm.name}`,
  blocks: [
    {
      paragraph: `You asked to reset your password for ${realm.name}, but no account there uses the address ${email}.`,
    },
    ...(elsewhere.length > 0
      ? [
          { paragraph: "This address has an account in these organizations:" },
          { facts: Object.fromEntries(elsewhere.map(({ name, url }) => [name, url])) },
        ]
      : [{ paragraph: "If you joined with another address, request the reset with that one." }]),
  ],
  reason: resetReason(realm),
});
