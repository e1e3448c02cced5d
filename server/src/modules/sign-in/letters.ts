import type { RealmContext } from "#kernel/http/context.ts";
import type { Letter } from "#modules/platform/email/letter.ts";

type Realm = Pick<RealmContext, "url"> & { readonly name: string };

const host = ({ url }: Realm): string => new URL(url).host;

/** Where a forgotten password is replaced. */
const resetUrl = ({ url }: Realm, key: string): string => `${url}/accounts/password/reset/${key}`;

interface Login {
  readonly realm: Realm;
  readonly fullName: string;
  readonly email: string;
  /** In words, with the time zone. */
  readonly time: string;
  readonly client: string;
  readonly ip: string;
  /** Name of the site that said who it is; undefined: it was the reader's password, or passkey. */
  readonly through: string | undefined;
  readonly isByPasskey: boolean;
}

const replacePassword = (realm: Realm) => [
  {
    paragraph:
      "If it was not, choose another password at once, and ask an administrator of the organization to look after " +
      "your account: whoever knows the password may also have taken your API key.",
  },
  { button: "Choose another password", url: `${realm.url}/accounts/password/reset` },
];

const askForHelp = (through: string): string =>
  `If it was not, secure your account at ${through} at once, and ask an administrator of the organization to look after ` +
  "your account here: whoever came in may also have taken your API key.";

const removePasskeys = (realm: Realm) => [
  {
    paragraph:
      "If it was not, remove the passkey at once, and ask an administrator of the organization to look after your account: " +
      "whoever came in may also have taken your API key.",
  },
  { button: "Look through your passkeys", url: `${realm.url}/account/passkeys` },
];

type Way = Pick<Login, "through" | "isByPasskey">;

function wayOf({ through, isByPasskey }: Way): string {
  if (isByPasskey) return "with your passkey";
  return through === undefined ? "with your password" : `through ${through}`;
}

function remedyOf(realm: Realm, { through, isByPasskey }: Way) {
  if (isByPasskey) return removePasskeys(realm);
  return through === undefined ? replacePassword(realm) : [{ paragraph: askForHelp(through) }];
}

/** Somebody logged in to the reader's account. */
export const newLogin = ({ realm, fullName, email, time, client, ip, ...by }: Login): Letter => ({
  kind: "new_login",
  subject: `New login to ${realm.name} from ${client}`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    { paragraph: `Somebody has just logged in to ${realm.name} ${wayOf(by)}:` },
    { facts: { Account: email, Organization: host(realm), Time: time, Program: client, "Network address": ip } },
    { paragraph: "If that was you, all is well." },
    ...remedyOf(realm, by),
  ],
  reason: "You get this at each login to your account. Your notification settings can turn it off.",
});

const factorChanges = {
  on: "From now on, signing in takes a code of your authenticator beside your password.",
  off: "You have turned it off: signing in takes no code of your authenticator any more.",
  reset:
    "An administrator has turned it off: signing in takes no code of your authenticator any more, and your passkeys are gone.",
} as const;

interface PasskeyChange {
  readonly change: "added" | "removed";
  /** What its owner calls it. */
  readonly name: string;
}

/** A passkey was added to the reader's account, or taken away. */
export const passkeyChanged = (realm: Realm, fullName: string, { change, name }: PasskeyChange): Letter => ({
  kind: "passkey",
  subject: `A passkey was ${change} at ${realm.name}`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph:
        change === "added"
          ? "A new passkey can sign in to your account from now on, and signing in with a password takes a passkey or a code:"
          : "A passkey cannot sign in to your account any more:",
    },
    { facts: { Passkey: name, Organization: host(realm) } },
    {
      paragraph:
        "If that was not you, look through your passkeys at once, choose another password if you have one, and ask an " +
        "administrator of the organization to look after your account.",
    },
    { button: "Look through your passkeys", url: `${realm.url}/account/passkeys` },
  ],
  reason: `This concerns the safety of your account at ${host(realm)}.`,
});

/** What has become of an account's second factor. */
export const twoFactorChanged = (realm: Realm, fullName: string, change: keyof typeof factorChanges): Letter => ({
  kind: "two_factor",
  subject: `Signing in to ${realm.name} ${change === "on" ? "takes a code now" : "takes no code any more"}`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    { paragraph: factorChanges[change] },
    {
      paragraph:
        "If you did not expect that, choose another password at once, and ask an administrator of the organization to " +
        "look after your account.",
    },
    { button: "Choose another password", url: `${realm.url}/accounts/password/reset` },
  ],
  reason: `This concerns the safety of your account at ${host(realm)}.`,
});

const reasonOfReset = (realm: Realm): string =>
  `Somebody asked for this on the sign-in pages of ${host(realm)}. If it was not you, you need not do anything.`;

/** How to replace a forgotten password. */
export const passwordReset = (realm: Realm, { fullName, key }: { fullName: string; key: string }): Letter => ({
  kind: "password_reset",
  subject: `Choose a new password for ${realm.name}`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    { paragraph: `this link lets you choose a new password for ${realm.name}. It works once, and for a day.` },
    { button: "Choose a new password", url: resetUrl(realm, key) },
  ],
  reason: reasonOfReset(realm),
});

/** The account is there, but deactivated. */
export const resetOfDeactivated = (realm: Realm, fullName: string): Letter => ({
  kind: "password_reset",
  subject: `Your account at ${realm.name} is deactivated`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph:
        `you asked for a new password for ${realm.name}, but your account there is deactivated. ` +
        "An administrator of the organization can activate it again.",
    },
  ],
  reason: reasonOfReset(realm),
});

/** The account's password is kept in the organization's directory. */
export const resetInDirectory = (realm: Realm, fullName: string): Letter => ({
  kind: "password_reset",
  subject: `Your password for ${realm.name} is managed in LDAP`,
  blocks: [
    { paragraph: `Hello ${fullName},` },
    {
      paragraph:
        `you asked for a new password for ${realm.name}, but you sign in there with the password of your organization's ` +
        "directory (LDAP). Change it where you do that for your other programs, or ask those who look after them.",
    },
  ],
  reason: reasonOfReset(realm),
});

/** There is no such account here; perhaps there are others on this server. */
export const resetOfStranger = (realm: Realm, email: string, elsewhere: readonly Realm[]): Letter => ({
  kind: "password_reset",
  subject: `No account at ${realm.name}`,
  blocks: [
    {
      paragraph: `Somebody asked for a new password at ${realm.name}, but there is no account with the address ${email}.`,
    },
    ...(elsewhere.length > 0
      ? [
          { paragraph: "With that address you have an account here:" },
          { facts: Object.fromEntries(elsewhere.map(({ name, url }) => [name, url])) },
        ]
      : [{ paragraph: "If you have joined with another address, ask again with that one." }]),
  ],
  reason: reasonOfReset(realm),
});
