// The floors that the server's modules stand on: what may import what, and which module owns each table. The checks read this
// file, and docs/floors.md shows it.

export interface Floor {
  readonly name: string;
  /** What its modules have in common. */
  readonly about: string;
  /** Its modules, as folders of `server/src/modules/`, with the tables that they own: no other module writes to these. */
  readonly modules: Readonly<Record<string, readonly string[]>>;
}

/** From the lowest up: a module imports from floors below its own. */
export const floors: readonly Floor[] = [
  {
    name: "foundation",
    about:
      "Users, organizations and conversations as almost every other module needs them: names, addresses, roles, settings.",
    modules: {
      "messages/conversations": ["direct_member", "recipient"],
      "organizations/core": ["realm"],
      "organizations/emoji": [],
      "organizations/url-templates": [],
      "users/core": ["account", "presence_counter", "user_presence", "user_status"],
    },
  },
  {
    name: "records",
    about: "Groups with their permissions, and records of actions: audit log, emails, stored responses.",
    modules: {
      "groups/core": ["group_setting", "user_group", "user_group_member", "user_group_subgroup"],
      "platform/audit-log": ["audit_log"],
      "platform/email": ["mail"],
      "platform/idempotency": ["idempotency_key"],
    },
  },
  {
    name: "sign-in-core",
    about: "Code shared by all ways to log in: errors, emails, login steps, the server's secret, limits on attempts.",
    modules: {
      "sign-in/attempts": ["attempt", "login_failure", "login_network"],
      "sign-in/core": ["login_step"],
    },
  },
  {
    name: "sessions",
    about: "Sessions, API keys, and the LDAP directory.",
    modules: {
      "sign-in/api-keys": ["scoped_key"],
      "sign-in/ldap": ["directory_link"],
      "sign-in/sessions": ["web_session"],
    },
  },
  {
    name: "sign-in",
    about: "Ways to log in: passwords, second factors, passkeys, identity providers; and the completion of each login.",
    modules: {
      "sign-in/credentials": [],
      "sign-in/passkeys": ["passkey"],
      "sign-in/passwords": ["password_reset"],
      "sign-in/providers": ["external_identity"],
      "sign-in/two-factor": ["two_factor"],
    },
  },
  {
    name: "profiles",
    about: "Settings and data of users and organizations, and facts about bots.",
    modules: {
      "bots/core": ["bot"],
      "bots/storage": ["bot_storage"],
      "messages/snippets": ["saved_snippet"],
      "notifications/push-devices": ["push_device", "push_status", "push_token"],
      "organizations/custom-emoji": ["custom_emoji"],
      "organizations/linkifiers": ["linkifier"],
      "organizations/pictures": ["realm_picture"],
      "organizations/playgrounds": ["playground"],
      "users/navigation-views": ["navigation_view"],
      "users/onboarding": ["onboarding_step_done"],
      "users/presence": [],
      "users/profile-fields": ["custom_profile_field", "custom_profile_value"],
      "users/settings": [],
      "users/status": [],
    },
  },
  {
    name: "channels",
    about: "Channels, their subscribers, and who can see, read and post in them.",
    modules: {
      "channels/core": ["channel", "subscription", "subscription_period"],
      "channels/folders": ["channel_folder"],
    },
  },
  {
    name: "channel-use",
    about: "Users' settings for channels and topics, read state, files, email addresses of channels, and invitations.",
    modules: {
      "channels/email": ["channel_address"],
      "channels/topic-visibility": ["user_topic"],
      "channels/topics": [],
      invitations: ["invitation", "invitation_batch"],
      "messages/attachments": ["attachment", "attachment_message", "attachment_picture", "upload_space"],
      "messages/read-state": ["message_flag", "read_chunk", "unread_exception", "unread_exception_chunk"],
      "platform/video-calls": [],
      "users/alert-words": ["alert_word"],
      "users/muted-users": ["muted_user_period"],
    },
  },
  {
    name: "message-records",
    about: "Rows of messages, who can see them, and the events of their changes.",
    modules: {
      "messages/core": ["message", "message_edit", "submessage"],
    },
  },
  {
    name: "message-preparation",
    about: "Code shared by sending and fetching: recipients, and rendering of content.",
    modules: {
      "messages/recipients": [],
      "messages/render": [],
    },
  },
  {
    name: "messages",
    about: "Sending messages, and fetching them by narrow.",
    modules: {
      "messages/fetch": [],
      "messages/send": [],
    },
  },
  {
    name: "message-actions",
    about:
      "Actions on messages: edits, moves, deletions, reactions, previews, receipts, reports, drafts and scheduled messages.",
    modules: {
      "messages/deletions": ["deleted_message"],
      "messages/drafts": ["draft"],
      "messages/edits": [],
      "messages/flags-in-narrow": [],
      "messages/link-previews": ["link_preview"],
      "messages/moves": ["message_former_place"],
      "messages/reactions": ["reaction"],
      "messages/receipts": [],
      "messages/reports": [],
      "messages/scheduled": ["scheduled_message"],
      "messages/submessages": [],
      "messages/typing": [],
      "messages/uploads": ["resumable_upload", "resumable_upload_piece"],
      "messages/welcome": [],
    },
  },
  {
    name: "administration",
    about: "Changes that concern several domains: accounts, roles, and the administration of everything.",
    modules: {
      "bots/accounts": [],
      "channels/administration": [],
      "groups/administration": [],
      "identity-sync/ldap": [],
      "identity-sync/scim": ["scim_group", "scim_token", "scim_user"],
      "organizations/exports": ["realm_export"],
      "organizations/settings": ["realm_domain"],
      "users/accounts": ["email_change"],
      "users/administration": [],
      "users/avatars": ["avatar_image"],
    },
  },
  {
    name: "notifications",
    about: "Decisions about notifications, and their delivery by email, browser and phone.",
    modules: {
      "notifications/browser-push": ["push_browser"],
      "notifications/core": ["notice", "notice_progress"],
      "notifications/digests": ["digest"],
      "notifications/email": ["notice_letter"],
      "notifications/incoming-email": ["incoming_mail", "posted_mail", "reply_address"],
      "notifications/phone-push": [],
    },
  },
];

/** Tables that belong to other folders of `server/src/` than modules, and to the kernel. */
export const tablesBeside: Readonly<Record<string, readonly string[]>> = {
  https: ["https_certificate"],
  kernel: ["event", "event_queue", "migration", "rate_share", "realm_counter", "server_fact"],
  realtime: ["event_age", "running_time"],
  search: ["message_search", "search_progress", "search_stale"],
};

/** A module, or a folder of `server/src/`, that writes to a table of another one, and why. */
export interface SharedWrite {
  readonly table: string;
  readonly writer: string;
  readonly reason: string;
}

/** The only writes to tables of others. Each is from above to below. */
export const sharedWrites: readonly SharedWrite[] = [
  { table: "subscription", writer: "messages/read-state", reason: "the column read_up_to belongs to read state" },
  { table: "direct_member", writer: "messages/read-state", reason: "the column read_up_to belongs to read state" },
  { table: "message", writer: "messages/send", reason: "it inserts the rows of new messages" },
  { table: "submessage", writer: "messages/send", reason: "it inserts the widgets that new messages start with" },
  {
    table: "two_factor",
    writer: "sign-in/passkeys",
    reason: "the recovery codes of passkeys are those of two_factor, and one action resets both",
  },
  {
    table: "event_queue",
    writer: "realtime",
    reason: "it manages the queues; the kernel closes those whose access ends",
  },
  {
    table: "event",
    writer: "realtime",
    reason: "it prunes the log to what queues still need, in one statement",
  },
];
