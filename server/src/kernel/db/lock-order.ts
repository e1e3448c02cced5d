import type { Schema } from "./types.ts";

interface LockKind {
  /** The class of an advisory lock, which tells it from others with the same key. Absent: rows are locked. */
  readonly advisory?: number;
  /** The tables whose rows are locked. */
  readonly rows?: readonly (keyof Schema)[];
  /** Locks of which there is only one each. */
  readonly each: string;
  /** What stays as it is while somebody has it. */
  readonly guards: string;
  /** Functions that take it, the usual ones first. */
  readonly acquiredBy: readonly string[];
  /** Why it stands where it does. */
  readonly reason: string;
  /** Later locks that one may have already, because of what the reason says. */
  readonly alsoAfter?: readonly string[];
}

const locksInOrder = {
  letters: {
    rows: ["mail"],
    each: "letter",
    guards: "that two do not try to send it at once",
    acquiredBy: ["retryEmails", "discardEmails"],
    reason: "who deactivates an organization throws away what it has not sent before anything else",
  },
  search_progress: {
    rows: ["search_progress"],
    each: "organization",
    guards: "how far search knows the messages: one process at a time goes on",
    acquiredBy: ["indexNextMessages", "reindexStaleMessages"],
    reason: "messages are locked under it; who finds it locked does not wait",
  },
  notice_progress: {
    rows: ["notice_progress"],
    each: "organization",
    guards: "who is told of what, and how far its log was looked through for that: one transaction at a time goes on",
    acquiredBy: ["lockNotifications"],
    reason: "whatever is done about notices begins with it",
  },
  groups: {
    advisory: 2,
    each: "organization",
    guards:
      "who is in which group, what is within what, and which groups are in use; many may hold it, one may change it",
    acquiredBy: ["lockGroups", "lockGroupsShared"],
    reason: "groups say who may do nearly all else, so what they say must not change under what is locked next",
  },
  realm: {
    rows: ["realm"],
    each: "organization",
    guards:
      "settings and domains, linkifiers, playgrounds, profile fields, channel folders, and which names of channels are free",
    acquiredBy: ["lockRealm", "changeRealm", "lockChannelNames"],
    reason: "its settings name groups",
  },
  domains: {
    rows: ["realm_domain"],
    each: "domain",
    guards: "whether its subdomains count",
    acquiredBy: ["changeDomain"],
    reason: "who removes the last one locks the organization first",
  },
  accounts: {
    rows: ["account"],
    each: "account, in ascending order",
    guards:
      "role and activity, name and addresses; and of its owner: settings, status, profile, alert words, read state",
    acquiredBy: ["lockUser", "lockAccount", "lockBotToAdminister", "lockReferrer", "lockReadState"],
    reason: "roles put people into groups; what people do to all else begins with who they are",
  },
  presence: {
    rows: ["presence_counter"],
    each: "organization",
    guards: "the next update of presence: what it changes shows after all that earlier ones changed",
    acquiredBy: ["startPresenceUpdate"],
    reason: "who keeps their presence to themselves has their account locked",
  },
  attempts: {
    advisory: 5,
    each: "subject that is counted",
    guards: "how often something was tried",
    acquiredBy: ["countAttempt"],
    reason: "what is counted mostly concerns an account",
  },
  bot_names: {
    advisory: 3,
    each: "organization",
    guards: "which names of bots are free",
    acquiredBy: ["lockBotNames"],
    reason: "a bot's owner is locked first; its channels come later",
  },
  names: {
    advisory: 4,
    each: "organization",
    guards: "which names are free, where they have to be unique",
    acquiredBy: ["lockNamesIfUnique"],
    reason: "bots have names that are free among bots first; who joins has a name before anything else",
  },
  invitation_letters: {
    advisory: 6,
    each: "organization, and one for all new ones",
    guards: "how many letters with invitations went out",
    acquiredBy: ["countInvitationEmails"],
    reason: "what is sent again is counted before its invitation is looked for",
  },
  event_queues: {
    rows: ["event_queue"],
    each: "event queue, in ascending order",
    guards: "what a client has acknowledged, and that the queue is there",
    acquiredBy: ["saveProgress", "closeEventQueues", "lockSurplus", "deleteIdleQueues", "pruneLog"],
    reason:
      "access ends before invitations are revoked and channels are left. A role that changes with channels locked takes the queues of bots: their " +
      "accounts are locked by then, and who waits for channels with these queues in hand has locked the accounts as well",
    alsoAfter: ["channels"],
  },
  invitations: {
    rows: ["invitation"],
    each: "invitation, in ascending order",
    guards: "that it is open: used or revoked once",
    acquiredBy: ["lockInvitationToDecide", "joinWithInvitation", "revokeInvitationsOf", "revokeInvitationsTo"],
    reason: "whoever is deactivated is locked before what they have sent; who joins goes to channels afterwards",
  },
  channels: {
    advisory: 1,
    each: "channel, in ascending order",
    guards: "privacy, permissions and name, and who is subscribed",
    acquiredBy: ["acquireChannelLocks", "lockChannels"],
    reason: "no row, because sending changes rows of channels under the position, which comes later",
  },
  profile_fields: {
    rows: ["custom_profile_field"],
    each: "field, in ascending order",
    guards: "what a field may hold",
    acquiredBy: ["changeProfileData"],
    reason: "one request changes a role, with all its channels, and then the profile",
  },
  subscriptions: {
    rows: ["subscription"],
    each: "subscription, in ascending order",
    guards: "that somebody stays in a channel, and how far they have read it",
    acquiredBy: [
      "lockReadState",
      "lockWholeReadState",
      "lockSubscriptions",
      "unsubscribeUsers",
      "changeSubscriptionSettings",
      "lockForMove",
    ],
    reason: "accounts and channels are what subscriptions connect",
  },
  messages: {
    rows: ["message"],
    each: "message, in ascending order",
    guards: "text and place, and that it is there",
    acquiredBy: [
      "lockMessage",
      "lockForMove",
      "lockMessagesToFlag",
      "lockMessageToDelete",
      "deleteTopicBatch",
      "deleteExpired",
      "lockLinkingMessages",
    ],
    reason: "whose read state follows from the message is locked first",
  },
  marks: {
    rows: ["message_flag", "unread_exception", "unread_exception_chunk"],
    each: "mark of somebody at a message, in ascending order",
    guards: "flags, and what is unread",
    acquiredBy: ["lockUserMessageRows"],
    reason: "marks are of messages; whoever marks asks for the position next",
  },
  scheduled_messages: {
    rows: ["scheduled_message"],
    each: "message that waits for its time",
    guards: "what it says, where it goes and when, and that it waits",
    acquiredBy: ["lockScheduled", "claim"],
    reason:
      "whoever changes one tells clients, and so asks for the position next. The delivery takes them with the position in hand, and leaves out those that are locked",
  },
  position: {
    rows: ["realm_counter"],
    each: "organization, in ascending order",
    guards: "the next ids of events and messages: nothing of the organization commits meanwhile",
    acquiredBy: ["lockPosition", "appendEvents"],
    reason:
      "every write that clients hear of takes it, so it is held for as short as can be: last, also by moves and deletions of many messages, when all that takes long is done",
  },
  channel_rows: {
    rows: ["channel"],
    each: "channel, in ascending order",
    guards: "its first message, and that it is in use",
    acquiredBy: ["updateAfterMessagesSent"],
    reason: "it follows from messages that have got their ids",
  },
  resumable_uploads: {
    rows: ["resumable_upload"],
    each: "unfinished upload, in the order of organizations",
    guards: "how far it has come, and what it takes of the organization's upload space",
    acquiredBy: ["lockUpload", "releaseIdleReservations"],
    reason:
      "the upload that becomes a file has the position by then; the organization's upload space is changed under it",
  },
} as const satisfies Readonly<Record<string, LockKind>>;

export type LockName = keyof typeof locksInOrder;

/** Locks that are taken by a number or a text, not by locking rows. */
export type AdvisoryLock = {
  [Name in LockName]: (typeof locksInOrder)[Name] extends { advisory: number } ? Name : never;
}[LockName];

/** The class of an advisory lock. */
export const advisoryClass = (name: AdvisoryLock): number => locksInOrder[name].advisory;

/**
 * All locks that transactions take on purpose, in the order in which every transaction takes those that it needs.
 * Transactions that keep to it never wait for each other in a circle.
 */
export const lockKinds: Readonly<Record<LockName, LockKind>> = locksInOrder;
