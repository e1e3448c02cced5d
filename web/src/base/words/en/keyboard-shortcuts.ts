/** Toasts after keyboard shortcuts. */
export const keyboardShortcuts = {
  muted: "Topic muted",
  followed: "Topic followed",
  asBefore: "Topic set to the channel default",
  nothingUnread: "No unread messages",
};
