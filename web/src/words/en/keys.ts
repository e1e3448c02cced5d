interface KeyPart {
  readonly title: string;
  /** The keys, and what they do. */
  readonly keys: readonly (readonly [string, string])[];
}

const parts: readonly KeyPart[] = [
  {
    title: "Go",
    keys: [
      ["Ctrl K", "Jump to anything"],
      ["/", "Search"],
      ["n", "Next unread topic"],
      ["p", "Next unread direct message"],
      ["i", "Inbox"],
      ["t", "Recent conversations"],
      ["a", "All messages"],
      ["@", "Mentions"],
      ["*", "Starred"],
      ["d", "Drafts"],
      ["s", "Channel of this topic"],
    ],
  },
  {
    title: "Read",
    keys: [
      ["↓ j", "Next message"],
      ["↑ k", "Message before"],
      ["End", "Newest message"],
      ["Home", "Oldest message"],
      ["Shift Esc", "Mark this as read"],
    ],
  },
  {
    title: "Write",
    keys: [
      ["c r", "Write, or reply"],
      ["Enter", "Send"],
      ["Shift Enter", "Begin a new line"],
      ["Esc", "Leave the text"],
      ["?", "Show these keys"],
    ],
  },
];

/** The sheet of keys, and what they say. */
export const keys = {
  title: "Keys",
  parts,
  nothingUnread: "Nothing unread is left.",
};
