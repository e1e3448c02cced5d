import type { MessageFlag } from "@parlance/contract/entities/message.ts";

/** The bits of `message_flag.flags`. */
export const messageFlags = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  topic_wildcard_mentioned: 8,
  has_alert_word: 16,
  historical: 32,
  /**
   * Internal: the user received the message in another way than through its channel. For example, a bot received it
   * because it was mentioned.
   */
  summoned: 64,
} as const;

/** The flags that users can change. */
export const editableFlags = ["read", "starred", "collapsed"] as const satisfies readonly MessageFlag[];
export type EditableFlag = (typeof editableFlags)[number];

export const hasFlag = (bits: number, flag: keyof typeof messageFlags): boolean => (bits & messageFlags[flag]) !== 0;
