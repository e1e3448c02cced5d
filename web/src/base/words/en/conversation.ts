import { list, plural } from "./grammar.ts";

/** Texts of a conversation's header and menus. */
export const conversation = {
  writing: (names: readonly string[]) => {
    if (names.length > 3) return "Several people are typing…";
    return `${list(names)} ${plural(names.length, "is", "are")} typing…`;
  },
  results: "Search results",
  reactions: "Reactions to your messages",
  unknownChannel: "Unknown channel",
  missing: {
    head: "Not found",
    channel: {
      title: "Channel not found",
      more: "This channel doesn't exist, or you don't have permission to view it.",
      all: "All channels",
    },
    person: { title: "User not found", more: "This user doesn't exist, or you can't see them.", all: "People" },
  },
  here: "Active now",
  away: "Away",
  deactivated: "This user is deactivated.",
  showing: "Topic notifications",
  /** Labels by the number that the API uses for a topic visibility policy. */
  visibility: { 0: "Follow", 1: "Muted", 2: "Unmuted", 3: "Following" },
  setVisibility: { 0: "Use channel setting", 1: "Mute", 2: "Unmute", 3: "Follow" },
  resolve: "Resolve",
  reopen: "Unresolve",
  moreOfChannel: "Channel actions",
  muteChannel: "Mute channel",
  unmuteChannel: "Unmute channel",
  pinChannel: "Pin channel",
  unpinChannel: "Unpin channel",
  openFirst: "Use as home view in this browser",
  openNotFirst: "Stop using as home view in this browser",
  opensFirst: "This channel is now the home view in this browser.",
  opensFirstNoMore: "This channel is no longer the home view in this browser.",
  copyChannelLink: "Copy link to channel",
  channelSettings: "Channel settings",
  more: "Topic actions",
  readAll: "Mark all as read",
  copyLink: "Copy link to topic",
  deleteTopic: "Delete topic",
  deleteTopicMore: "This deletes all messages in the topic for everyone and can't be undone.",
};
