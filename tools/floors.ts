// The floors that the server's modules stand on: what may import what, and which table of the database is whose. The checks
// read this table, and docs/floors.md shows it.

export interface Floor {
  /** A folder of `server/src/modules/`; or one beside it, for what is more than a module. */
  readonly name: string;
  /** What belongs there. */
  readonly about: string;
  /** Its modules, with the tables that they own: no other module writes to these. */
  readonly modules: Readonly<Record<string, readonly string[]>>;
}

/** From the ground up: a module imports from floors below its own. */
export const floors: readonly Floor[] = [
  {
    name: "1-ground",
    about:
      "What nearly all need of people, of the organization and of texts: identities, sight, settings, how they are shown.",
    modules: {
      conversations: ["direct_member", "recipient"],
      emoji: [],
      realms: ["realm"],
      "url-templates": [],
      users: ["account", "presence_counter", "user_presence", "user_status"],
    },
  },
  {
    name: "2-records",
    about:
      "Groups and the rights they carry, and what is kept of what was done: audit log, letters, answers given once.",
    modules: {
      "audit-log": ["audit_log"],
      idempotency: ["idempotency_key"],
      mail: ["mail"],
      "user-groups": ["group_setting", "user_group", "user_group_member", "user_group_subgroup"],
    },
  },
  {
    name: "auth",
    about: "Signing in: sessions, API keys, passwords, and the bounds on trying.",
    modules: {
      auth: [
        "attempt",
        "directory_link",
        "external_identity",
        "login_failure",
        "login_network",
        "login_step",
        "passkey",
        "password_reset",
        "scoped_key",
        "two_factor",
        "web_session",
      ],
    },
  },
  {
    name: "3-profiles",
    about: "What people and organizations say of themselves and keep for themselves, and what is known of bots.",
    modules: {
      "bot-storage": ["bot_storage"],
      bots: ["bot"],
      "custom-emoji": ["custom_emoji"],
      linkifiers: ["linkifier"],
      "navigation-views": ["navigation_view"],
      "onboarding-steps": ["onboarding_step_done"],
      playgrounds: ["playground"],
      presence: [],
      "profile-fields": ["custom_profile_field", "custom_profile_value"],
      "push-devices": ["push_device", "push_status", "push_token"],
      "realm-pictures": ["realm_picture"],
      "saved-snippets": ["saved_snippet"],
      "user-settings": [],
      "user-status": [],
    },
  },
  {
    name: "4-channels",
    about: "Channels, who is in them, and who may see, read and write there.",
    modules: { "channel-folders": ["channel_folder"], channels: ["channel", "subscription", "subscription_period"] },
  },
  {
    name: "5-on-channels",
    about: "What people want of channels and topics, and what they have read of them.",
    modules: {
      "alert-words": ["alert_word"],
      attachments: ["attachment", "attachment_message", "attachment_picture", "upload_space"],
      "channel-email": ["channel_address"],
      invitations: ["invitation", "invitation_batch"],
      "muted-users": ["muted_user_period"],
      "read-state": ["message_flag", "read_chunk", "unread_exception", "unread_exception_chunk"],
      topics: [],
      "user-topics": ["user_topic"],
      "video-calls": [],
    },
  },
  {
    name: "6-messages",
    about: "Messages: sending, rendering, fetching, narrows.",
    modules: { messages: ["message", "message_edit", "submessage"] },
  },
  {
    name: "7-on-messages",
    about:
      "What lives on messages: edits, moves, deletions, reactions, previews, receipts, reports, what is sent later.",
    modules: {
      drafts: ["draft"],
      "flags-in-narrow": [],
      "link-previews": ["link_preview"],
      "message-deletions": ["deleted_message"],
      "message-edits": [],
      "message-moves": ["message_former_place"],
      "message-reports": [],
      reactions: ["reaction"],
      "read-receipts": [],
      "scheduled-messages": ["scheduled_message"],
      submessages: [],
      typing: [],
      uploads: ["resumable_upload", "resumable_upload_piece"],
      welcome: [],
    },
  },
  {
    name: "8-lifecycle",
    about: "What changes many nouns at once: accounts that come and go, roles, and the administration of everything.",
    modules: {
      accounts: ["email_change"],
      avatars: ["avatar_image"],
      "bot-accounts": [],
      "channel-administration": [],
      "directory-sync": [],
      "group-administration": [],
      "realm-administration": ["realm_domain"],
      "realm-exports": ["realm_export"],
      "user-administration": [],
    },
  },
  {
    name: "9-notices",
    about:
      "Who is told of what while they look at none of their clients, and what carries it to them: letters, browsers, phones.",
    modules: {
      "browser-push": ["push_browser"],
      digests: ["digest"],
      "incoming-mail": ["incoming_mail", "posted_mail", "reply_address"],
      "notice-letters": ["notice_letter"],
      notices: ["notice", "notice_progress"],
      "phone-push": [],
    },
  },
];

/** The tables of what is no module, by its folder in `server/src/`. */
export const tablesBeside: Readonly<Record<string, readonly string[]>> = {
  https: ["https_certificate"],
  kernel: ["event", "event_queue", "migration", "rate_share", "realm_counter", "server_fact"],
  realtime: ["event_age", "running_time"],
  scim: ["scim_group", "scim_token", "scim_user"],
  search: ["message_search", "search_progress", "search_stale"],
};

/** A writer to a table that is another's: a module, or a folder of `server/src/`; and why. */
export interface SharedWrite {
  readonly table: string;
  readonly writer: string;
  readonly reason: string;
}

/** The only writes to tables of others. None is to what stands above the writer. */
export const sharedWrites: readonly SharedWrite[] = [
  { table: "subscription", writer: "read-state", reason: "the column read_up_to is read-state's" },
  { table: "direct_member", writer: "read-state", reason: "the column read_up_to is read-state's" },
  {
    table: "event_queue",
    writer: "realtime",
    reason: "it keeps the queues; the kernel closes those whose access ends",
  },
  {
    table: "event",
    writer: "realtime",
    reason: "it prunes the log to what queues still need, in one statement",
  },
];

/** A module that imports from another one of its own floor, and why. */
export interface Exception {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** The only imports within a floor. There are none against the order. */
export const withinFloors: readonly Exception[] = [
  { from: "users", to: "realms", reason: "people are known at an address of their organization" },
  { from: "channel-folders", to: "channels", reason: "folders hold channels, and are named in the same way" },
  { from: "read-state", to: "user-topics", reason: "what is unread in muted topics is counted apart" },
  { from: "attachments", to: "read-state", reason: "who reads a message sees the files in it" },
  { from: "topics", to: "read-state", reason: "topics are those of the messages that came to somebody" },
  { from: "muted-users", to: "read-state", reason: "what somebody muted has written counts as read" },
  { from: "message-edits", to: "message-moves", reason: "one request edits and moves" },
  { from: "message-moves", to: "message-deletions", reason: "a notice of what was undone at once goes" },
  { from: "typing", to: "message-edits", reason: "who may edit a message may say so" },
  { from: "uploads", to: "link-previews", reason: "a text that is rendered again keeps its previews" },
  { from: "bot-accounts", to: "accounts", reason: "bots are accounts" },
  { from: "directory-sync", to: "accounts", reason: "accounts follow the directory" },
  { from: "directory-sync", to: "avatars", reason: "likewise their pictures" },
  { from: "directory-sync", to: "group-administration", reason: "likewise their groups" },
  { from: "directory-sync", to: "user-administration", reason: "likewise when they come back" },
  { from: "realm-exports", to: "accounts", reason: "settings in a file follow the rules of people's own" },
  { from: "realm-exports", to: "realm-administration", reason: "likewise those of the organization" },
  { from: "user-administration", to: "accounts", reason: "administrators change accounts" },
  { from: "user-administration", to: "bot-accounts", reason: "one request changes people and bots alike" },
  { from: "browser-push", to: "notice-letters", reason: "both say what was written, as its reader may know it" },
  { from: "browser-push", to: "notices", reason: "browsers are told what was decided there" },
  { from: "digests", to: "notice-letters", reason: "both say in letters what was written" },
  { from: "incoming-mail", to: "notices", reason: "answers go to where the message is that they answer" },
  { from: "notice-letters", to: "notices", reason: "letters carry what was decided there" },
  { from: "phone-push", to: "notice-letters", reason: "both say what was written, as its reader may know it" },
  { from: "phone-push", to: "notices", reason: "phones are told what was decided there" },
];
