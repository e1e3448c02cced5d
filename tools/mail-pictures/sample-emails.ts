import {
  newLoginEmail,
  passkeyChangedEmail,
  passwordResetEmail,
  resetOfLdapAccountEmail,
  resetOfDeactivatedEmail,
  resetWithoutAccountEmail,
  twoFactorChangedEmail,
} from "@parlance/server/modules/sign-in/core/emails.ts";
import type { Email } from "@parlance/server/modules/platform/email/email.ts";
import {
  accountDeactivatedEmail,
  accountExistsEmail,
  confirmationEmail,
  invitationEmail,
  reminderEmail,
} from "@parlance/server/modules/invitations/emails.ts";
import { createWelcomeEmail } from "@parlance/server/modules/messages/welcome/welcome-email.ts";
import { deactivationEmail } from "@parlance/server/modules/users/accounts/deactivation-email.ts";
import {
  emailChangeConfirmationEmail,
  emailChangedEmail,
} from "@parlance/server/modules/users/accounts/own-account/email-change-emails.ts";
import { organizationDeactivatedEmail } from "@parlance/server/modules/organizations/settings/deactivation-email.ts";
import { renderDigestEmail } from "@parlance/server/modules/notifications/digests/digest-email.ts";
import {
  renderMissedMessageEmail,
  type MissedMessageEmail,
} from "@parlance/server/modules/notifications/email/missed-message-email.ts";

/** The organization in whose name the sample emails are sent. */
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

const sampleMessages = [
  { senderName: "Ophelia", sentAt: "12:00", text: "Good my lord,\nhow does your honour for this many a day?" },
  {
    senderName: "A name that is quite long, von und zu Rosenkrantz-Guildenstern",
    sentAt: "12:01",
    text: `https://example.com/${"without-an-end-".repeat(12)}`,
  },
  { senderName: "أوفيليا", sentAt: "12:02", text: "أكون أو لا أكون، ذلك هو السؤال" },
];

const missedMessagesEmail = (changes: Partial<MissedMessageEmail>): Email =>
  renderMissedMessageEmail({
    realmUrl: realm.url,
    conversation: {
      key: "7 ships",
      target: { channel: { id: 3, name: "elsinore" }, topic: "ships that come from Norway" },
      count: sampleMessages.length,
      firstId: 41,
      lastId: 43,
      shownIds: [41, 42, 43],
      occasions: ["mention"],
      groupId: null,
    },
    messages: sampleMessages,
    subjectRealm: null,
    groupName: null,
    unsubscribe,
    replyTo: undefined,
    ...changes,
  });

/**
 * Sample emails, one for each kind of email that the server sends. They contain long names, long words and
 * right-to-left text.
 */
export const sampleEmails: Readonly<Record<string, Email>> = {
  "account-deactivated": deactivationEmail({ realm, fullName, comment: "Your work here is done.\nFarewell." }),
  "account-exists": accountExistsEmail({ organization, url }),
  digest: renderDigestEmail({
    realm,
    topics: [
      {
        channel: { id: 3, name: "elsinore" },
        topic: "ships",
        messageCount: 12,
        senderCount: 3,
        quotedMessages: sampleMessages,
      },
      { channel: { id: 4, name: "players" }, topic: "", messageCount: 1, senderCount: 1, quotedMessages: [] },
    ],
    newChannels: ["gravediggers", "england"],
    unsubscribe,
  }),
  "email-change": emailChangeConfirmationEmail({
    realm,
    fullName,
    oldEmail: "hamlet@elsinore.example.com",
    newEmail: "hamlet@wittenberg.example.com",
    key,
  }),
  "email-changed": emailChangedEmail({
    realm,
    fullName,
    oldEmail: "hamlet@elsinore.example.com",
    newEmail: "hamlet@wittenberg.example.com",
  }),
  invitation: invitationEmail({ organization, referrer: "Horatio", url, expiresAt }),
  "invitation-of-deactivated": accountDeactivatedEmail({ organization }),
  "invitation-reminder": reminderEmail({ organization, referrer: "Horatio", url, expiresAt }),
  "join-confirmation": confirmationEmail({ organization, url }),
  "missed-messages": missedMessagesEmail({ replyTo: "reply@chat.example.com" }),
  "missed-messages-secret": missedMessagesEmail({ messages: "organization" }),
  "new-login": newLoginEmail({ ...login, through: undefined, isByPasskey: false }),
  "new-login-elsewhere": newLoginEmail({ ...login, through: "GitLab", isByPasskey: false }),
  "organization-deactivated": organizationDeactivatedEmail({ realm, fullName, isOwnAct: false }),
  passkey: passkeyChangedEmail(realm, fullName, { change: "added", name: "The key on my ring" }),
  "password-reset": passwordResetEmail(realm, { fullName, key }),
  "password-reset-of-deactivated": resetOfDeactivatedEmail(realm, fullName),
  "password-reset-in-directory": resetOfLdapAccountEmail(realm, fullName),
  "password-reset-of-stranger": resetWithoutAccountEmail(realm, "stranger@example.com", [realm]),
  "two-factor": twoFactorChangedEmail(realm, fullName, "on"),
  welcome: createWelcomeEmail({ organization, url: realm.url, email: "hamlet@elsinore.example.com" }),
};
