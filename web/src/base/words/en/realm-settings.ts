import type { SettingGroup, SettingValue } from "../setting-words.ts";
import { durationOf } from "./durations.ts";

const SECONDS = [60, 120, 600, 1800, 3600, 86_400, 604_800, 2_592_000];

/** Creates a setting for a time limit, such as how long after sending a message its sender can edit it. */
const limit = (label: string) => ({
  kind: "choice" as const,
  label,
  options: [{ value: "unlimited", text: "No limit" }, ...SECONDS.map((value) => ({ value, text: durationOf(value) }))],
  other: (value: SettingValue) => durationOf(Number(value)),
});

const about: SettingGroup = {
  title: "General",
  settings: {
    name: { kind: "text", label: "Name", longest: 40 },
    description: {
      kind: "text",
      label: "Description",
      rows: 4,
      longest: 1000,
      hint: "You can use Markdown.",
    },
    org_type: {
      kind: "choice",
      label: "Organization type",
      options: [
        { value: 0, text: "Unspecified" },
        { value: 10, text: "Business" },
        { value: 20, text: "Open-source project" },
        { value: 30, text: "Education (non-profit)" },
        { value: 35, text: "Education (for-profit)" },
        { value: 40, text: "Research" },
        { value: 50, text: "Event or conference" },
        { value: 60, text: "Non-profit" },
        { value: 70, text: "Government" },
        { value: 80, text: "Political group" },
        { value: 90, text: "Community" },
        { value: 100, text: "Personal" },
        { value: 1000, text: "Other" },
      ],
    },
    default_language: { kind: "choice", label: "Default language for new users", options: [] },
    want_advertise_in_communities_directory: "Allow listing in a directory of communities",
  },
};

const messages: SettingGroup = {
  title: "Editing, moving, and deleting messages",
  settings: {
    allow_message_editing: "Allow message editing",
    message_content_edit_limit_seconds: limit("Time limit for editing messages"),
    message_content_delete_limit_seconds: limit("Time limit for deleting messages"),
    move_messages_within_stream_limit_seconds: limit("Time limit for moving messages to other topics"),
    move_messages_between_streams_limit_seconds: limit("Time limit for moving messages to other channels"),
    message_edit_history_visibility_policy: {
      kind: "choice",
      label: "Message edit history",
      options: [
        { value: "all", text: "Show edits and moves" },
        { value: "moves", text: "Show moves only" },
        { value: "none", text: "Don't show" },
      ],
    },
  },
};

const retention: SettingGroup = {
  title: "Message retention",
  more: "You can override this in the settings of each channel.",
  settings: {
    message_retention_days: {
      kind: "number",
      label: "Message retention (days)",
      hint: "Leave empty to keep messages forever.",
      none: "unlimited",
    },
  },
};

const topics: SettingGroup = {
  title: "Topics and message content",
  settings: {
    topics_policy: {
      kind: "choice",
      label: "Topics",
      options: [
        { value: "allow_empty_topic", text: "Topics are optional" },
        { value: "disable_empty_topic", text: "Topics are required" },
      ],
    },
    inline_image_preview: "Show previews of uploaded and linked images and videos",
    inline_url_embed_preview: "Show previews of linked websites",
    default_code_block_language: { kind: "text", label: "Default language for code blocks", longest: 40 },
    video_chat_provider: { kind: "choice", label: "Video call provider", options: [] },
    jitsi_server_url: {
      kind: "text",
      label: "Custom Jitsi server URL",
      longest: 200,
      none: "default",
      hint: "Leave empty for the server default.",
    },
    giphy_rating: {
      kind: "choice",
      label: "GIF picker rating",
      options: [
        { value: 0, text: "GIF picker disabled" },
        { value: 1, text: "Young audiences (Y)" },
        { value: 2, text: "General audiences (G)" },
        { value: 3, text: "Parental guidance (PG)" },
        { value: 4, text: "Ages 13 and up (PG-13)" },
      ],
    },
  },
};

const accounts: SettingGroup = {
  title: "Accounts",
  settings: {
    name_changes_disabled: "Prevent users from changing their names",
    email_changes_disabled: "Prevent users from changing their email addresses",
    avatar_changes_disabled: "Prevent users from changing their profile pictures",
    require_unique_names: "Require unique names",
    waiting_period_threshold: {
      kind: "number",
      label: "Waiting period before new members become full members (days)",
      hint: "Permissions can be limited to full members.",
    },
  },
};

const presence: SettingGroup = {
  title: "Presence and guests",
  settings: {
    enable_read_receipts: "Enable read receipts",
    presence_disabled: "Don't show when users are active",
    enable_guest_user_indicator: "Show “(guest)” after names of guests, in apps that support it",
    enable_guest_user_dm_warning: "Warn when composing a direct message to a guest, in apps that support it",
    enable_spectator_access: {
      kind: "tick",
      label: "Allow web-public channels",
      hint: "Anyone on the internet can read them. Choose who can create them on the Permissions page.",
    },
  },
};

const newcomers: SettingGroup = {
  title: "New users",
  settings: {
    send_welcome_emails: "Send a welcome email to new users",
    welcome_message_custom_text: {
      kind: "text",
      label: "Custom message from the welcome bot",
      rows: 4,
      longest: 8000,
      hint: "Sent to new users. You can use Markdown.",
    },
  },
};

const announcements: SettingGroup = {
  title: "Announcements",
  settings: {
    new_stream_announcements_stream_id: {
      kind: "channel",
      label: "New channel announcements",
      isPrivate: false,
    },
    signup_announcements_stream_id: { kind: "channel", label: "New user announcements", isPrivate: false },
    service_update_announcements_stream_id: {
      kind: "channel",
      label: "Server update announcements",
      isPrivate: false,
    },
    moderation_request_channel_id: {
      kind: "channel",
      label: "Moderation requests channel",
      hint: "Reported messages go to this private channel. Without one, messages can't be reported.",
      isPrivate: true,
    },
  },
};

const emails: SettingGroup = {
  title: "Email and mobile notifications",
  settings: {
    message_content_allowed_in_email_notifications: "Allow message content in emails",
    require_e2ee_push_notifications: {
      kind: "tick",
      label: "Require end-to-end encryption for mobile notifications",
      hint: "Older apps without encryption get notifications without message content.",
    },
    digest_emails_enabled: "Send weekly digest emails to inactive users",
    digest_weekday: {
      kind: "choice",
      label: "Day of the week for digest emails",
      options: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map((text, value) => ({
        value,
        text,
      })),
    },
  },
};

/** Texts of the organization settings. */
export const realmSettings = {
  parts: { about, messages, retention, topics, accounts, presence, newcomers, announcements, letters: emails },
  pictures: "Icon and logo",
  icon: "Icon",
  logo: "Logo",
  nightLogo: "Logo for dark theme",
  noLogo: "None",
  testWelcome: "Send me a test welcome message",
  welcomeTested: "Test message sent. Check your direct messages.",
  close: "Deactivate organization",
  closeMore:
    "Everyone is logged out, and no one can log in again. Nothing is deleted. The server's operators can reactivate the organization.",
  closeAct: "Deactivate organization",
  closeTitle: (name: string) => `Deactivate ${name}?`,
  closeConfirm: "Enter the organization's name to confirm",
};
