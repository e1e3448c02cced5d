import type { SettingPart } from "../setting-words.ts";
import { durationOf } from "./durations.ts";

const follow = [
  { value: 1, text: "When I take part in them" },
  { value: 2, text: "When I write in them" },
  { value: 3, text: "When I start them" },
  { value: 4, text: "Never by themselves" },
];

const looks: SettingPart = {
  title: "Colours and type",
  settings: {
    color_scheme: {
      kind: "choice",
      label: "Colours",
      options: [
        { value: 1, text: "As this device" },
        { value: 3, text: "Light" },
        { value: 2, text: "Dark" },
      ],
    },
    high_contrast_mode: "More contrast",
    web_font_size_px: {
      kind: "choice",
      label: "Size of type",
      options: [
        { value: 14, text: "Small" },
        { value: 16, text: "Ordinary" },
        { value: 18, text: "Large" },
        { value: 20, text: "Very large" },
        { value: 24, text: "Huge" },
      ],
      other: (value) => `${String(value)} pixels`,
    },
    web_line_height_percent: {
      kind: "choice",
      label: "Density",
      options: [
        { value: 122, text: "Compact" },
        { value: 140, text: "Ordinary" },
        { value: 160, text: "Airy" },
      ],
      other: (value) => `Lines ${String(value)} % high`,
    },
    emojiset: {
      kind: "choice",
      label: "Emoji",
      hint: "Pictures are drawn as this device draws them.",
      options: [
        { value: "google", text: "Pictures" },
        { value: "twitter", text: "Pictures, flat where a client has them" },
        { value: "text", text: "Their names" },
      ],
    },
    twenty_four_hour_time: {
      kind: "choice",
      label: "Times",
      options: [
        { value: null, text: "Language default (2:02 PM)" },
        { value: true, text: "14:02" },
        { value: false, text: "2:02 PM" },
      ],
    },
  },
};

const reading: SettingPart = {
  title: "Reading and writing",
  settings: {
    web_home_view: {
      kind: "choice",
      label: "First screen",
      options: [
        { value: "inbox", text: "Inbox" },
        { value: "recent_topics", text: "Recent conversations" },
        { value: "all_messages", text: "All messages" },
      ],
    },
    web_mark_read_on_scroll_policy: {
      kind: "choice",
      label: "Messages that I have seen count as read",
      options: [
        { value: 1, text: "Always" },
        { value: 2, text: "In conversations only" },
        { value: 3, text: "Never: I mark them myself" },
      ],
    },
    resolved_topic_notice_auto_read_policy: {
      kind: "choice",
      label: "That a topic was resolved counts as read",
      options: [
        { value: "always", text: "Always" },
        { value: "except_followed", text: "Except in topics that I follow" },
        { value: "never", text: "Never" },
      ],
    },
    translate_emoticons: "Make emoji of :) and the like",
    enable_drafts_synchronization: "Keep drafts on the server, for all my devices",
  },
};

const topics: SettingPart = {
  title: "Topics that I follow",
  settings: {
    automatically_follow_topics_policy: { kind: "choice", label: "I follow topics", options: follow },
    automatically_follow_topics_where_mentioned: "I follow topics in which I am mentioned",
    automatically_unmute_topics_in_muted_streams_policy: {
      kind: "choice",
      label: "In muted channels I hear of topics",
      options: follow,
    },
  },
};

const others: SettingPart = {
  title: "Other clients",
  more: "This client does these things its own way. Other clients of yours may go by what is said here.",
  settings: {
    web_channel_default_view: {
      kind: "choice",
      label: "A channel opens at",
      options: [
        { value: 1, text: "Its newest topic" },
        { value: 4, text: "Its newest unread topic" },
        { value: 2, text: "All its messages" },
      ],
      other: () => "The list of its topics",
    },
    demote_inactive_streams: {
      kind: "choice",
      label: "Channels where nobody writes stand last",
      options: [
        { value: 1, text: "When there are many channels" },
        { value: 2, text: "Always" },
        { value: 3, text: "Never" },
      ],
    },
    web_stream_unreads_count_display_policy: {
      kind: "choice",
      label: "Counts of unread messages beside channels",
      options: [
        { value: 1, text: "Beside all" },
        { value: 2, text: "Not beside muted ones" },
        { value: 3, text: "Beside none" },
      ],
    },
    user_list_style: {
      kind: "choice",
      label: "The list of people",
      options: [
        { value: 1, text: "Names alone" },
        { value: 2, text: "With what they say is up" },
        { value: 3, text: "With pictures too" },
      ],
    },
    web_animate_image_previews: {
      kind: "choice",
      label: "Pictures that move",
      options: [
        { value: "always", text: "Always move" },
        { value: "on_hover", text: "Move under the pointer" },
        { value: "never", text: "Stand still" },
      ],
    },
    web_left_sidebar_show_channel_folders: "Channels stand in their folders",
    web_left_sidebar_unreads_count_summary: "Headings of the sidebar have counts",
    starred_message_counts: "Show how many messages are starred",
    display_emoji_reaction_users: "Reactions show names where they are few",
    web_escape_navigates_to_home_view: "Escape leads to the first screen",
    web_navigate_to_sent_message: "Go to where I wrote to",
    web_suggest_update_timezone: "Ask when I am in another time zone",
    fluid_layout_width: "Use the whole width of the window",
    left_side_userlist: "The list of people stands left in narrow windows",
    hide_ai_features: "Hide what language models do",
  },
};

const privacy: SettingPart = {
  title: "What others see",
  settings: {
    email_address_visibility: {
      kind: "choice",
      label: "My e-mail address is seen by",
      options: [
        { value: 1, text: "Everybody here" },
        { value: 2, text: "Everybody but guests" },
        { value: 5, text: "Moderators and above" },
        { value: 3, text: "Administrators and owners" },
        { value: 4, text: "Nobody" },
      ],
    },
    presence_enabled: "Let others see when I am here",
    send_read_receipts: "Let others see what I have read",
    send_private_typing_notifications: "Let others see that I write, in direct messages",
    send_stream_typing_notifications: "Let others see that I write, in channels",
    receives_typing_notifications: "Show me who is writing",
    allow_private_data_export: {
      kind: "tick",
      label: "Administrators may export my private messages",
      hint: "They are in exports of the organization then. Without it, exports have what is public.",
    },
  },
};

const notices: SettingPart = {
  title: "More about notifications",
  settings: {
    enable_online_push_notifications: "Tell my phones also while I am here",
    wildcard_mentions_notify: "Tell me when everybody is mentioned",
    enable_followed_topic_wildcard_mentions_notify: "Tell me when everybody is mentioned in topics that I follow",
    pm_content_in_desktop_notifications: "Show what direct messages say",
    desktop_icon_count_display: {
      kind: "choice",
      label: "The count on the icon and in the title",
      options: [
        { value: 1, text: "All that is unread" },
        { value: 2, text: "Direct messages, mentions, and topics that I follow" },
        { value: 3, text: "Direct messages and mentions" },
        { value: 4, text: "None" },
      ],
    },
  },
};

const letters: SettingPart = {
  title: "Letters",
  settings: {
    email_notifications_batching_period_seconds: {
      kind: "choice",
      label: "A letter waits for further messages",
      options: [60, 120, 300, 600, 1800, 3600, 21_600, 86_400, 604_800].map((value) => ({
        value,
        text: durationOf(value),
      })),
      other: (value) => durationOf(Number(value)),
    },
    message_content_in_email_notifications: "Letters have what messages say in them",
    realm_name_in_email_notifications_policy: {
      kind: "choice",
      label: "The organization's name in the subject",
      options: [
        { value: 1, text: "Where I have accounts in several" },
        { value: 2, text: "Always" },
        { value: 3, text: "Never" },
      ],
    },
    enable_digest_emails: "A summary now and then, of what I missed",
    enable_login_emails: "A letter when somebody signs in as me from somewhere new",
    enable_marketing_emails: "News of the server",
  },
};

/** One's own settings, and those that newcomers begin with. */
export const settings = {
  privacy: "Privacy",
  keyboard: "Keyboard",
  enterSends: "Enter sends the message",
  enterHint: "Otherwise Enter begins a line, and Ctrl Enter sends.",
  newcomers: "Settings of newcomers",
  newcomersMore: "Who joins from now on begins with these. Nothing changes for those who are here already.",
  parts: { looks, reading, topics, others, privacy, notices, letters },
  none: "None",
  asUsual: "As is usual",
  notNumber: "Write a number.",
  timezone: "Time zone",
  timezoneUnknown: "Not said",
  timezoneHere: "Take that of this device",
  language: "Language",
  languageHint: "For your other clients: this one speaks English.",
  leave: "Leave the organization",
  leaveMore: "This deactivates your account: you are signed out everywhere. What you wrote stays.",
  leaveAct: "Deactivate my account",
  leaveTitle: "Deactivate your account?",
  removeAvatar: "Remove picture",
  avatarFixed: "Only administrators change pictures here.",
  nameFixed: "Only administrators change names here.",
};
