interface KeyPart {
  readonly title: string;
  /**
   * Keys, and the action that they trigger. `views` stands for the shortcuts of the screens that the sidebar lists, and
   * `menu` for those of the other screens.
   */
  readonly keys: readonly (readonly [string, string] | "views" | "menu")[];
}

const parts: readonly KeyPart[] = [
  {
    title: "Navigation",
    keys: [
      ["Ctrl K", "Open command palette"],
      ["/", "Search"],
      ["n", "Next unread topic"],
      ["Shift N", "Next unread followed topic"],
      ["p", "Next unread direct message"],
      "views",
      ["s", "Go to the message's conversation, or from a topic to its channel"],
      ["Shift A", "Previous channel"],
      ["Shift D", "Next channel"],
      "menu",
      ["g", "Organization menu"],
      ["q", "Show or hide sidebar"],
      ["Esc", "Home view"],
    ],
  },
  {
    title: "Reading",
    keys: [
      ["↓ j", "Next message"],
      ["↑ k", "Previous message"],
      ["Space", "Page down"],
      ["Shift Space", "Page up"],
      ["End", "Newest message"],
      ["Home", "Oldest loaded message"],
      ["Shift Esc", "Mark all as read"],
      ["Shift M", "Mute topic"],
      ["Shift F", "Follow topic"],
    ],
  },
  {
    title: "Inbox and recent conversations",
    keys: [
      ["↓ j", "Next conversation"],
      ["↑ k", "Previous conversation"],
      ["Enter", "Open conversation"],
      ["e", "Mark as read"],
      ["m", "Mute topic"],
      ["f", "Follow topic"],
    ],
  },
  {
    title: "Message actions",
    keys: [
      ["r", "Reply"],
      [">", "Quote and reply"],
      ["<", "Forward message"],
      [":", "React with an emoji"],
      ["+", "Thumbs up"],
      ["=", "React with the same emoji as the first reaction"],
      ["i", "Open message actions menu"],
      ["u", "View sender's profile"],
      ["v", "View images"],
      ["e", "Edit message"],
      ["m", "Move message"],
      ["Ctrl S", "Star or unstar message"],
      ["-", "Collapse or expand message"],
      ["Shift U", "Mark as unread from here"],
      ["Shift R", "Mark as read up to here"],
      ["Shift H", "View edit history"],
      ["Shift V", "View read receipts"],
      ["Delete", "Delete message"],
    ],
  },
  {
    title: "Composing",
    keys: [
      ["c r", "Compose message or reply"],
      ["Enter", "Send message"],
      ["Shift Enter", "New line"],
      ["Esc", "Leave composer"],
      ["?", "Show keyboard shortcuts"],
    ],
  },
];

/** The list of keyboard shortcuts. */
export const shortcutList = {
  title: "Keyboard shortcuts",
  parts,
};
