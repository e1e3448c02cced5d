/** The bits of `message_flag.flags`. */
export const messageFlags = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topic_wildcard_mentioned: 8,
  has_alert_word: 16,
  historical: 32,
} as const;
