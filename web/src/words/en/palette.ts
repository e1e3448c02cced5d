/** Jumping to anything by a few letters. */
export const palette = {
  title: "Jump to anything",
  placeholder: "Jump to a conversation, a person, a page…",
  nothing: "Nothing is called like that.",
  search: (text: string) => `Search messages for “${text}”`,
  page: "page",
  direct: "direct message",
  pages: [
    { name: "Account settings", path: ["settings", "account"] },
    { name: "Appearance", path: ["settings", "appearance"] },
    { name: "Notification settings", path: ["settings", "notifications"] },
    { name: "Sessions and keys", path: ["settings", "sessions"] },
    { name: "Organization", path: ["organization", "profile"] },
    { name: "All channels", path: ["channels"] },
    { name: "New channel", path: ["channels", "new"] },
    { name: "People", path: ["people"] },
  ],
};
