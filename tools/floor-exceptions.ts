// The imports between modules of the same floor.

/** An import between two modules of the same floor, with the reason why it is allowed. */
export interface Exception {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** The only allowed imports between modules of the same floor. A module never imports one of a higher floor. */
export const withinFloors: readonly Exception[] = [
  {
    from: "sign-in/two-factor",
    to: "sign-in/credentials",
    reason: "setting up a second factor requires a fresh login",
  },
  { from: "sign-in/passkeys", to: "sign-in/credentials", reason: "adding a passkey requires a fresh login" },
  {
    from: "sign-in/passkeys",
    to: "sign-in/two-factor",
    reason: "passkeys and authenticators share the recovery codes",
  },
  {
    from: "sign-in/providers",
    to: "sign-in/credentials",
    reason: "a JSON web token is exchanged for the API key, like a password",
  },
  { from: "users/core", to: "organizations/core", reason: "users have an address at their organization" },
  {
    from: "channels/folders",
    to: "channels/core",
    reason: "folders contain channels, and follow the same rules for names",
  },
  {
    from: "messages/read-state",
    to: "channels/topic-visibility",
    reason: "unread messages in muted topics are counted separately",
  },
  {
    from: "messages/attachments",
    to: "messages/read-state",
    reason: "users who can read a message can open its files",
  },
  {
    from: "channels/topics",
    to: "messages/read-state",
    reason: "a user's topics are those of the messages that he or she received",
  },
  { from: "users/muted-users", to: "messages/read-state", reason: "messages of a muted user count as read" },
  { from: "messages/edits", to: "messages/moves", reason: "one request can edit and move" },
  {
    from: "messages/moves",
    to: "messages/deletions",
    reason: "the notice of a move is deleted if the move is undone immediately",
  },
  { from: "messages/typing", to: "messages/edits", reason: '"is editing" is shown for users who can edit the message' },
  {
    from: "messages/uploads",
    to: "messages/link-previews",
    reason: "a message that is rendered again retains its previews",
  },
  { from: "bots/accounts", to: "users/accounts", reason: "bots are accounts" },
  { from: "identity-sync/ldap", to: "users/accounts", reason: "accounts are synchronized with the directory" },
  { from: "identity-sync/ldap", to: "users/avatars", reason: "so are their pictures" },
  { from: "identity-sync/ldap", to: "groups/administration", reason: "so are their groups" },
  {
    from: "identity-sync/ldap",
    to: "users/administration",
    reason: "accounts that return to the directory are reactivated",
  },
  { from: "organizations/exports", to: "users/accounts", reason: "imported settings follow the rules of accounts" },
  {
    from: "organizations/exports",
    to: "organizations/settings",
    reason: "imported settings follow the rules of organizations",
  },
  { from: "users/administration", to: "users/accounts", reason: "administrators change accounts" },
  { from: "users/administration", to: "bots/accounts", reason: "one request changes both users and bots" },
  {
    from: "notifications/browser-push",
    to: "notifications/email",
    reason: "both show message content as far as the recipient may see it",
  },
  {
    from: "notifications/browser-push",
    to: "notifications/core",
    reason: "browsers receive the notifications decided there",
  },
  { from: "notifications/digests", to: "notifications/email", reason: "both render messages for email" },
  {
    from: "notifications/incoming-email",
    to: "notifications/core",
    reason: "replies are posted in the conversation of the message that they reply to",
  },
  { from: "notifications/email", to: "notifications/core", reason: "emails contain the notifications decided there" },
  {
    from: "notifications/phone-push",
    to: "notifications/email",
    reason: "both show message content as far as the recipient may see it",
  },
  {
    from: "notifications/phone-push",
    to: "notifications/core",
    reason: "phones receive the notifications decided there",
  },
  { from: "identity-sync/scim", to: "users/accounts", reason: "SCIM creates and changes accounts" },
  { from: "identity-sync/scim", to: "groups/administration", reason: "SCIM creates and changes groups" },
  { from: "identity-sync/scim", to: "users/administration", reason: "SCIM reactivates accounts" },
];
