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
      ["Shift N", "Next unread topic that you follow"],
      ["p", "Next unread direct message"],
      ["i", "Inbox"],
      ["t", "Recent conversations"],
      ["a", "All messages"],
      ["@", "Mentions"],
      ["*", "Starred"],
      ["d", "Drafts"],
      ["s", "Conversation of a message, channel of a topic"],
      ["Shift A", "Channel before"],
      ["Shift D", "Next channel"],
      ["w x", "People"],
      ["g", "Menu of the organization"],
      ["q", "Hide or show the sidebar"],
      ["Esc", "First screen"],
    ],
  },
  {
    title: "Read",
    keys: [
      ["↓ j", "Next message"],
      ["↑ k", "Message before"],
      ["Space", "One page down"],
      ["Shift Space", "One page up"],
      ["End", "Newest message"],
      ["Home", "Oldest message here"],
      ["Shift Esc", "Mark all of this as read"],
      ["Shift M", "Mute this topic"],
      ["Shift F", "Follow this topic"],
    ],
  },
  {
    title: "In lists of conversations",
    keys: [
      ["↓ j", "Next conversation"],
      ["↑ k", "Conversation before"],
      ["Enter", "Open it"],
      ["e", "Mark it as read"],
      ["m", "Mute it"],
      ["f", "Follow it"],
    ],
  },
  {
    title: "At a message",
    keys: [
      ["r", "Reply"],
      [">", "Quote and reply"],
      ["<", "Forward"],
      [":", "React with an emoji"],
      ["+", "Thumbs up"],
      ["=", "The same reaction as the first one"],
      ["i", "All that can be done"],
      ["u", "Who wrote it"],
      ["v", "Its pictures"],
      ["e", "Edit"],
      ["m", "Move"],
      ["Ctrl S", "Star"],
      ["-", "Collapse"],
      ["Shift U", "Mark as unread from here"],
      ["Shift R", "Mark as read up to here"],
      ["Shift H", "History of edits"],
      ["Shift V", "Who has read it"],
      ["Delete", "Delete"],
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
  muted: "This topic is muted.",
  followed: "You follow this topic.",
  asBefore: "This topic is shown like its channel again.",
  nothingUnread: "Nothing unread is left.",
};
