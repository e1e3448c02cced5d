/** Toasts after keyboard shortcuts. */
export const keyboardShortcuts = {
  muted: "Topic muted",
  followed: "Topic followed",
  asBefore: "Topic now uses the channel setting",
  nothingUnread: "No unread messages",
};
