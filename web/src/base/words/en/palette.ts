/** Texts of the command palette. */
export const palette = {
  title: "Command palette",
  placeholder: "Find a conversation or action…",
  search: (text: string) => `Search messages for “${text}”`,
  page: "page",
  direct: "direct message",
  action: "action",
  actions: {
    readAll: "Mark all messages as read",
    light: "Use light theme",
    dark: "Use dark theme",
    asDevice: "Match system theme",
    sidebar: "Show or hide sidebar",
    keys: "Show keyboard shortcuts",
  },
};
