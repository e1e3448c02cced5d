import { number, plural } from "./grammar.ts";

/** Texts of the sidebar. */
export const sidebar = {
  jump: "Jump to…",
  jumpKeys: "Ctrl K",
  direct: "Direct messages",
  newDirect: "New direct message",
  notes: "Notes to self",
  pinned: "Pinned",
  channels: "Channels",
  otherChannels: "Other channels",
  noChannels: "You aren't subscribed to any channels yet. Browse all channels to find some.",
  about: "About Parlance",
  signOut: "Log out",
  notSignedOut: "Couldn't log out because the server can't be reached. Try again later.",
  menu: "Organization menu",
  me: "Account menu",
  topicsOf: (channel: string) => `Topics in ${channel}`,
  filterTopics: "Filter topics",
  followed: "followed",
  resolved: "resolved",
  fewerTopics: "Show fewer topics",
  noTopics: "No matching topics",
  noTopicsYet: "No topics yet",
  width: "Sidebar width",
  widthHint: "Drag to resize, double-click to reset",
  show: "Show sidebar",
  moreTopics: (count: number) => plural(count, "Show 1 more topic", `Show ${number(count)} more topics`),
  fewerConversations: "Show fewer conversations",
  moreConversations: (count: number) =>
    plural(count, "Show 1 more conversation", `Show ${number(count)} more conversations`),
};
