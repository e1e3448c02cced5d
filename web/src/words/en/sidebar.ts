import { number, plural } from "./grammar.ts";

/** The list of everything that one can go to. */
export const sidebar = {
  jump: "Jump to…",
  jumpKeys: "Ctrl K",
  direct: "Direct messages",
  newDirect: "Write to somebody",
  notes: "Notes to myself",
  pinned: "Pinned",
  channels: "Channels",
  otherChannels: "Other channels",
  allChannels: "All channels",
  noChannels: "You are in no channel yet. Look at all channels, and join one.",
  people: "People",
  settings: "Settings",
  organization: "Organization",
  signOut: "Sign out",
  notSignedOut: "The server does not answer, so you are still signed in.",
  menu: "Menu",
  topicsOf: (channel: string) => `Topics of ${channel}`,
  filterTopics: "Filter topics",
  followed: "followed",
  resolved: "resolved",
  moreTopics: (count: number) => plural(count, "1 more topic", `${number(count)} more topics`),
  moreConversations: (count: number) => plural(count, "1 more conversation", `${number(count)} more conversations`),
};
