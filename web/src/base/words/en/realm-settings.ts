import type { SettingPart, SettingValue } from "../setting-words.ts";
import { durationOf } from "./durations.ts";

const SECONDS = [60, 120, 600, 1800, 3600, 86_400, 604_800, 2_592_000];

/** So long something can be done after a message was sent. */
const limit = (label: string) => ({
  kind: "choice" as const,
  label,
  options: [
    { value: "unlimited", text: "Always" },
    ...SECONDS.map((value) => ({ value, text: `For ${durationOf(value)}` })),
  ],
  other: (value: SettingValue) => `For ${durationOf(Number(value))}`,
});

const about: SettingPart = {
  title: "About the organization",
  settings: {
    name: { kind: "text", label: "Name", longest: 40 },
    description: {
      kind: "text",
      label: "Description",
      rows: 4,
      longest: 1000,
      hint: "Markdown",
    },
    org_type: {
      kind: "choice",
      label: "What it is",
      options: [
        { value: 0, text: "Not said" },
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
    default_language: { kind: "choice", label: "Language", options: [] },
    want_advertise_in_communities_directory: "May stand in a directory of communities",
  },
};

const messages: SettingPart = {
  title: "Changing and deleting messages",
  settings: {
    allow_message_editing: "People change what they wrote",
    message_content_edit_limit_seconds: limit("What one wrote can be changed"),
    message_content_delete_limit_seconds: limit("What one wrote can be deleted, by who may delete it"),
    move_messages_within_stream_limit_seconds: limit("Messages can be moved to other topics"),
    move_messages_between_streams_limit_seconds: limit("Messages can be moved to other channels"),
    message_edit_history_visibility_policy: {
      kind: "choice",
      label: "What is seen of earlier versions",
      options: [
        { value: "all", text: "All" },
        { value: "moves", text: "Where messages were, not what they said" },
        { value: "none", text: "Nothing" },
      ],
    },
  },
};

const keeping: SettingPart = {
  title: "How long messages are kept",
  more: "A channel can have a time of its own, on its own page.",
  settings: {
    message_retention_days: {
      kind: "number",
      label: "Messages are deleted after so many days",
      hint: "Nothing written: they are kept for ever",
      none: "unlimited",
    },
  },
};

const topics: SettingPart = {
  title: "Topics and what messages show",
  settings: {
    topics_policy: {
      kind: "choice",
      label: "Topics",
      options: [
        { value: "allow_empty_topic", text: "Messages may go without a topic" },
        { value: "disable_empty_topic", text: "Every message needs a topic" },
      ],
    },
    inline_image_preview: "Show pictures in messages",
    inline_url_embed_preview: "Show what links lead to",
    default_code_block_language: { kind: "text", label: "Language of code that names none", longest: 40 },
    video_chat_provider: { kind: "choice", label: "Video calls", options: [] },
    jitsi_server_url: {
      kind: "text",
      label: "Address of your own server for video calls",
      longest: 200,
      none: "default",
      hint: "Nothing written: that of this server",
    },
    giphy_rating: {
      kind: "choice",
      label: "Animated pictures to choose from",
      options: [
        { value: 0, text: "None" },
        { value: 1, text: "For children (Y)" },
        { value: 2, text: "For everybody (G)" },
        { value: 3, text: "With parents beside (PG)" },
        { value: 4, text: "From thirteen on (PG-13)" },
      ],
    },
  },
};

const accounts: SettingPart = {
  title: "Accounts",
  settings: {
    name_changes_disabled: "Only administrators change names",
    email_changes_disabled: "Only administrators change e-mail addresses",
    avatar_changes_disabled: "Only administrators change pictures",
    require_unique_names: "No two people have the same name",
    waiting_period_threshold: {
      kind: "number",
      label: "Days until new members are full members",
      hint: "Permissions can be given to full members",
    },
  },
};

const presence: SettingPart = {
  title: "What people see of each other",
  settings: {
    enable_read_receipts: "People see who has read a message, where these let them",
    presence_disabled: "Nobody sees who is here",
    enable_guest_user_indicator: "Names of guests say that they are guests",
    enable_guest_user_dm_warning: "Who writes to a guest is told so",
    enable_spectator_access: {
      kind: "tick",
      label: "Channels can be open to the whole internet",
      hint: "Who may make such channels is a permission.",
    },
  },
};

const newcomers: SettingPart = {
  title: "Newcomers",
  settings: {
    send_welcome_emails: "Who joins gets letters with what to try first",
    welcome_message_custom_text: {
      kind: "text",
      label: "What the welcome bot tells who joins",
      rows: 4,
      longest: 8000,
      hint: "Markdown",
    },
  },
};

const announcements: SettingPart = {
  title: "Announcements",
  settings: {
    new_stream_announcements_stream_id: {
      kind: "channel",
      label: "New channels are announced in",
      isPrivate: false,
    },
    signup_announcements_stream_id: { kind: "channel", label: "Who joined is announced in", isPrivate: false },
    service_update_announcements_stream_id: {
      kind: "channel",
      label: "What is new in the server is announced in",
      isPrivate: false,
    },
    moderation_request_channel_id: {
      kind: "channel",
      label: "Messages that people report go to",
      hint: "A private channel. Without one, messages cannot be reported.",
      isPrivate: true,
    },
  },
};

const letters: SettingPart = {
  title: "Letters and phones",
  settings: {
    message_content_allowed_in_email_notifications: "Letters may have what messages say in them",
    require_e2ee_push_notifications: {
      kind: "tick",
      label: "Phones are told only what is encrypted for them",
      hint: "Old apps, which cannot do that, are told that something came and nothing more.",
    },
    digest_emails_enabled: "Who was long away gets a summary each week",
    digest_weekday: {
      kind: "choice",
      label: "Summaries come on",
      options: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map((text, value) => ({
        value,
        text,
      })),
    },
  },
};

/** What holds for the whole organization. */
export const realmSettings = {
  messagesTitle: "Messages",
  peopleTitle: "People",
  noticesTitle: "Announcements and letters",
  parts: { about, messages, keeping, topics, accounts, presence, newcomers, announcements, letters },
  pictures: "Pictures",
  icon: "Icon",
  logo: "Logo",
  nightLogo: "Logo on dark ground",
  noLogo: "None",
  testWelcome: "Send it to me to try",
  welcomeTested: "The welcome bot has written to you.",
  close: "Close the organization",
  closeMore:
    "It is deactivated: everybody is signed out, and nobody comes in any more. Nothing is deleted; the server's operators can bring it back.",
  closeAct: "Deactivate the organization",
  closeTitle: (name: string) => `Deactivate ${name}?`,
  closeConfirm: "Write the organization's name",
};
