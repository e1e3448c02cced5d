import type { SettingGroup } from "../setting-words.ts";
import { durationOf } from "./durations.ts";

const follow = [
  { value: 1, text: "Topics that I participate in" },
  { value: 2, text: "Topics that I send a message to" },
  { value: 3, text: "Topics that I start" },
  { value: 4, text: "Never" },
];

const looks: SettingGroup = {
  title: "Theme and text",
  settings: {
    color_scheme: {
      kind: "choice",
      label: "Theme",
      options: [
        { value: 1, text: "Match system" },
        { value: 3, text: "Light" },
        { value: 2, text: "Dark" },
      ],
    },
    high_contrast_mode: "High contrast",
    web_font_size_px: {
      kind: "choice",
      label: "Font size",
      options: [
        { value: 14, text: "Small" },
        { value: 16, text: "Default" },
        { value: 18, text: "Large" },
        { value: 20, text: "Extra large" },
        { value: 24, text: "Largest" },
      ],
      other: (value) => `${String(value)} pixels`,
    },
    web_line_height_percent: {
      kind: "choice",
      label: "Density",
      options: [
        { value: 122, text: "Compact" },
        { value: 140, text: "Default" },
        { value: 160, text: "Comfortable" },
      ],
      other: (value) => `Line height ${String(value)}%`,
    },
    emojiset: {
      kind: "choice",
      label: "Emoji style",
      hint: "This client shows emoji in the style of your device.",
      options: [
        { value: "google", text: "Images" },
        { value: "twitter", text: "Flat images, in clients that have them" },
        { value: "text", text: "Plain text names" },
      ],
    },
    twenty_four_hour_time: {
      kind: "choice",
      label: "Time format",
      options: [
        { value: null, text: "Language default (2:02 PM)" },
        { value: true, text: "24-hour (14:02)" },
        { value: false, text: "12-hour (2:02 PM)" },
      ],
    },
  },
};

const reading: SettingGroup = {
  title: "Reading and writing",
  settings: {
    web_home_view: {
      kind: "choice",
      label: "Home view",
      options: [
        { value: "inbox", text: "Inbox" },
        { value: "recent_topics", text: "Recent conversations" },
        { value: "all_messages", text: "All messages" },
      ],
    },
    web_mark_read_on_scroll_policy: {
      kind: "choice",
      label: "Automatically mark messages as read",
      options: [
        { value: 1, text: "Always" },
        { value: 2, text: "Only in topics and direct messages" },
        { value: 3, text: "Never" },
      ],
    },
    resolved_topic_notice_auto_read_policy: {
      kind: "choice",
      label: "Automatically mark “topic resolved” notices as read",
      options: [
        { value: "always", text: "Always" },
        { value: "except_followed", text: "Except in followed topics" },
        { value: "never", text: "Never" },
      ],
    },
    translate_emoticons: "Convert emoticons to emoji",
    enable_drafts_synchronization: "Sync drafts between devices",
  },
};

const topics: SettingGroup = {
  title: "Topic notifications",
  settings: {
    automatically_follow_topics_policy: { kind: "choice", label: "Automatically follow topics", options: follow },
    automatically_follow_topics_where_mentioned: "Automatically follow topics where I'm mentioned",
    automatically_unmute_topics_in_muted_streams_policy: {
      kind: "choice",
      label: "Automatically unmute topics in muted channels",
      options: follow,
    },
  },
};

const others: SettingGroup = {
  title: "Settings for other apps",
  more: "Your other apps use these settings. This app uses only “Escape key opens the home view”.",
  settings: {
    web_channel_default_view: {
      kind: "choice",
      label: "Channel links open",
      options: [
        { value: 1, text: "Newest topic" },
        { value: 4, text: "Newest unread topic" },
        { value: 2, text: "All messages" },
      ],
      other: () => "List of topics",
    },
    demote_inactive_streams: {
      kind: "choice",
      label: "Move inactive channels to the end of the list",
      options: [
        { value: 1, text: "If there are many channels" },
        { value: 2, text: "Always" },
        { value: 3, text: "Never" },
      ],
    },
    web_stream_unreads_count_display_policy: {
      kind: "choice",
      label: "Channel unread counts",
      options: [
        { value: 1, text: "All channels" },
        { value: 2, text: "Unmuted channels" },
        { value: 3, text: "None" },
      ],
    },
    user_list_style: {
      kind: "choice",
      label: "User list style",
      options: [
        { value: 1, text: "Names only" },
        { value: 2, text: "Names and status" },
        { value: 3, text: "Names, status, and profile pictures" },
      ],
    },
    web_animate_image_previews: {
      kind: "choice",
      label: "Animated images",
      options: [
        { value: "always", text: "Always animate" },
        { value: "on_hover", text: "Animate on hover" },
        { value: "never", text: "Never animate" },
      ],
    },
    web_left_sidebar_show_channel_folders: "Group channels by folder",
    web_left_sidebar_unreads_count_summary: "Show unread counts on sidebar headings",
    starred_message_counts: "Show number of starred messages",
    display_emoji_reaction_users: "Show names of users who reacted, if there are few",
    web_escape_navigates_to_home_view: "Escape key opens the home view",
    web_navigate_to_sent_message: "Go to the conversation after sending a message to it",
    web_suggest_update_timezone: "Suggest updating the time zone when it changes",
    fluid_layout_width: "Use full width on wide screens",
    left_side_userlist: "Show user list on the left in narrow windows",
    hide_ai_features: "Hide AI features",
  },
};

const privacy: SettingGroup = {
  title: "Privacy",
  settings: {
    email_address_visibility: {
      kind: "choice",
      label: "Who can see my email address",
      options: [
        { value: 1, text: "Everyone in the organization" },
        { value: 2, text: "Everyone except guests" },
        { value: 5, text: "Moderators and above" },
        { value: 3, text: "Administrators and owners" },
        { value: 4, text: "Nobody" },
      ],
    },
    presence_enabled: "Show my availability to other users",
    send_read_receipts: "Send read receipts",
    send_private_typing_notifications: "Send typing notifications in direct messages",
    send_stream_typing_notifications: "Send typing notifications in channels",
    receives_typing_notifications: "Show when other users are typing",
    allow_private_data_export: {
      kind: "tick",
      label: "Let administrators export my private data",
      hint: "If off, your direct messages are still exported if another participant allows it.",
    },
  },
};

const notices: SettingGroup = {
  title: "More notification settings",
  settings: {
    enable_online_push_notifications: "Send mobile notifications even while online",
    wildcard_mentions_notify: "Notify me for @all mentions",
    enable_followed_topic_wildcard_mentions_notify: "Notify me for @all mentions in followed topics",
    pm_content_in_desktop_notifications: "Include content of direct messages in desktop notifications",
    desktop_icon_count_display: {
      kind: "choice",
      label: "Unread count badge",
      options: [
        { value: 1, text: "All unread messages" },
        { value: 2, text: "Direct messages, mentions, and followed topics" },
        { value: 3, text: "Direct messages and mentions" },
        { value: 4, text: "None" },
      ],
    },
  },
};

const emails: SettingGroup = {
  title: "Email notifications",
  settings: {
    email_notifications_batching_period_seconds: {
      kind: "choice",
      label: "Delay before sending email",
      options: [60, 120, 300, 600, 1800, 3600, 21_600, 86_400, 604_800].map((value) => ({
        value,
        text: durationOf(value),
      })),
      other: (value) => durationOf(Number(value)),
    },
    message_content_in_email_notifications: "Include message content in emails",
    realm_name_in_email_notifications_policy: {
      kind: "choice",
      label: "Include organization name in email subject",
      options: [
        { value: 1, text: "If I have accounts in several organizations" },
        { value: 2, text: "Always" },
        { value: 3, text: "Never" },
      ],
    },
    enable_digest_emails: "Send weekly digest emails while I'm away",
    enable_login_emails: "Send email about new logins",
    enable_marketing_emails: "Send product news",
  },
};

/** Texts of the user's settings. The organization's default settings for new users have the same texts. */
export const settings = {
  enterSends: "Press Enter to send",
  enterHint: "If off, Enter adds a new line and Ctrl+Enter sends.",
  newcomersMore: "New users start with these settings. Existing users are not affected.",
  parts: { looks, reading, topics, others, privacy, notices, letters: emails },
  none: "None",
  asUsual: "Default",
  notNumber: "Enter a whole number.",
  timezone: "Time zone",
  timezoneUnknown: "Not set",
  timezoneHere: "Use this device's time zone",
  language: "Language",
  languageHint: "Applies to your other apps. This app is only available in English.",
  leave: "Deactivate account",
  leaveMore: "You will be logged out everywhere. Your messages will be kept.",
  leaveAct: "Deactivate account",
  leaveTitle: "Deactivate your account?",
  removeAvatar: "Remove image",
  avatarFixed: "Only administrators can change profile pictures.",
  nameFixed: "Only administrators can change names.",
};
