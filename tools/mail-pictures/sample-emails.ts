import {
  newLogin,
  passkeyChanged,
  passwordReset,
  resetInDirectory,
  resetOfDeactivated,
  resetOfStranger,
  twoFactorChanged,
} from "@parlance/server/modules/sign-in/core/emails.ts";
import type { Letter } from "@parlance/server/modules/platform/email/email.ts";
import {
  accountDeactivatedLetter,
  accountExistsLetter,
  confirmationLetter,
  invitationLetter,
  reminderLetter,
} from "@parlance/server/modules/invitations/emails.ts";
import { welcomeLetter } from "@parlance/server/modules/messages/welcome/welcome-email.ts";
import { accountDeactivated } from "@parlance/server/modules/users/accounts/deactivation-email.ts";
import {
  confirmNewEmail,
  emailWasChanged,
} from "@parlance/server/modules/users/accounts/own-account/email-change-emails.ts";
import { organizationDeactivated } from "@parlance/server/modules/organizations/settings/deactivation-email.ts";
import { digestLetter } from "@parlance/server/modules/notifications/digests/digest-email.ts";
import {
  missedMessages,
  type MissedLetter,
} from "@parlance/server/modules/notifications/email/missed-message-email.ts";

/** The organization that writes them all. */
export const realm = { name: "The Globe Theatre Company", url: "https://globe.chat.example.com" };

const fullName = "Hamlet";
const key = "k".repeat(40);
const organization = realm.name;
const url = `${realm.url}/join/${key}`;
const unsubscribe = `${realm.url}/unsubscribe/${key}`;
const expiresAt = new Date("2030-01-01T12:00:00Z");
const login = {
  realm,
  fullName,
  email: "hamlet@elsinore.example.com",
  time: "1 January 2030, 12:00 UTC",
  client: "Firefox on Linux",
  ip: "2001:db8:85a3::8a2e:370:7334",
};

const said = [
  { by: "Ophelia", at: "12:00", text: "Good my lord,\nhow does your honour for this many a day?" },
  {
    by: "A name that is quite long, von und zu Rosenkrantz-Guildenstern",
    at: "12:01",
    text: `https://example.com/${"without-an-end-".repeat(12)}`,
  },
  { by: "أوفيليا", at: "12:02", text: "أكون أو لا أكون، ذلك هو السؤال" },
];

const missed = (changes: Partial<MissedLetter>): Letter =>
  missedMessages({
    realmUrl: realm.url,
    conversation: {
      key: "7 ships",
      place: { channel: { id: 3, name: "elsinore" }, topic: "ships that come from Norway" },
      count: said.length,
      firstId: 41,
      lastId: 43,
      shownIds: [41, 42, 43],
      occasions: ["mention"],
      groupId: null,
    },
    said,
    subjectRealm: null,
    groupName: null,
    unsubscribe,
    replyTo: undefined,
    ...changes,
  });

/** Letters of each kind that the server writes, with long names, long words and words from right to left. */
export const letters: Readonly<Record<string, Letter>> = {
  "account-deactivated": accountDeactivated({ realm, fullName, comment: "Your work here is done.\nFarewell." }),
  "account-exists": accountExistsLetter({ organization, url }),
  digest: digestLetter({
    realm,
    topics: [
      { channel: { id: 3, name: "elsinore" }, topic: "ships", messages: 12, people: 3, said },
      { channel: { id: 4, name: "players" }, topic: "", messages: 1, people: 1, said: [] },
    ],
    newChannels: ["gravediggers", "england"],
    unsubscribe,
  }),
  "email-change": confirmNewEmail({
    realm,
    fullName,
    oldEmail: "hamlet@elsinore.example.com",
    newEmail: "hamlet@wittenberg.example.com",
    key,
  }),
  "email-changed": emailWasChanged({
    realm,
    fullName,
    oldEmail: "hamlet@elsinore.example.com",
    newEmail: "hamlet@wittenberg.example.com",
  }),
  invitation: invitationLetter({ organization, referrer: "Horatio", url, expiresAt }),
  "invitation-of-deactivated": accountDeactivatedLetter({ organization }),
  "invitation-reminder": reminderLetter({ organization, referrer: "Horatio", url, expiresAt }),
  "join-confirmation": confirmationLetter({ organization, url }),
  "missed-messages": missed({ replyTo: "reply@chat.example.com" }),
  "missed-messages-secret": missed({ said: "organization" }),
  "new-login": newLogin({ ...login, through: undefined, isByPasskey: false }),
  "new-login-elsewhere": newLogin({ ...login, through: "GitLab", isByPasskey: false }),
  "organization-deactivated": organizationDeactivated({ realm, fullName, isOwnAct: false }),
  passkey: passkeyChanged(realm, fullName, { change: "added", name: "The key on my ring" }),
  "password-reset": passwordReset(realm, { fullName, key }),
  "password-reset-of-deactivated": resetOfDeactivated(realm, fullName),
  "password-reset-in-directory": resetInDirectory(realm, fullName),
  "password-reset-of-stranger": resetOfStranger(realm, "stranger@example.com", [realm]),
  "two-factor": twoFactorChanged(realm, fullName, "on"),
  welcome: welcomeLetter({ organization, url: realm.url, email: "hamlet@elsinore.example.com" }),
};
