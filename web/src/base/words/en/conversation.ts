import { list, plural } from "./grammar.ts";

/** What stands above and around a list of messages. */
export const conversation = {
  writing: (names: readonly string[]) => {
    if (names.length > 3) return "Several people are writing…";
    return `${list(names)} ${plural(names.length, "is", "are")} writing…`;
  },
  results: "Search results",
  reactions: "Reactions to my messages",
  unknownChannel: "a channel that you cannot see",
  missing: {
    head: "Not found",
    channel: {
      title: "There is no such channel",
      more: "It does not exist, or you cannot see it.",
      all: "All channels",
    },
    person: { title: "There is nobody like that", more: "They do not exist, or you cannot see them.", all: "People" },
  },
  here: "active now",
  away: "away",
  deactivated: "This account is deactivated.",
  showing: "How this topic is shown",
  /** By the number of the topic's visibility policy. */
  visibility: { 0: "Follow", 1: "Muted", 2: "Unmuted", 3: "Following" },
  setVisibility: { 0: "Same as the channel", 1: "Mute", 2: "Unmute", 3: "Follow" },
  resolve: "Resolve",
  reopen: "Reopen",
  moreOfChannel: "More to do with this channel",
  muteChannel: "Mute this channel",
  unmuteChannel: "Unmute this channel",
  pinChannel: "Pin to the top",
  unpinChannel: "Pin no longer",
  openFirst: "Open this channel first",
  openNotFirst: "Open it first no longer",
  opensFirst: "This channel opens first in this browser.",
  opensFirstNoMore: "This channel opens first no longer.",
  copyChannelLink: "Copy link to channel",
  channelSettings: "Channel settings",
  more: "More to do with this topic",
  readAll: "Mark all as read",
  copyLink: "Copy link to topic",
  deleteTopic: "Delete topic",
  deleteTopicMore: "All its messages will be gone for everybody. This cannot be taken back.",
};
