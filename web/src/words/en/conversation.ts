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
  here: "active now",
  away: "away",
  deactivated: "This account is deactivated.",
  showing: "How this topic is shown",
  /** By the number of the topic's visibility policy. */
  visibility: { 0: "Follow", 1: "Muted", 2: "Unmuted", 3: "Following" },
  setVisibility: { 0: "Like its channel", 1: "Mute", 2: "Unmute", 3: "Follow" },
  resolve: "Resolve",
  reopen: "Reopen",
};
