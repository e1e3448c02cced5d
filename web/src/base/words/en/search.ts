/** Texts of the message search. */
export const search = {
  label: "Search messages",
  placeholder: "Search messages, for example: sender:me has:link launch",
  here: "Search in this view",
  stop: "Close search",
  suggestions: "Search suggestions",
  /** The search operators, in the order in which the search field suggests them. */
  operators: [
    { name: "channel", about: "in a channel" },
    { name: "topic", about: "in a topic" },
    { name: "sender", about: "sent by a user" },
    { name: "dm", about: "direct messages with exactly these people" },
    { name: "dm-including", about: "direct messages that include a person" },
    { name: "is", about: "unread, starred, mentioned…" },
    { name: "has", about: "a link, an image, a file, a reaction" },
    { name: "channels", about: "in all public channels, subscribed or not" },
    { name: "near", about: "around a message, by its ID" },
    { name: "id", about: "one message, by its ID" },
  ],
  /** The possible operands of the search operators that have a fixed set of them. */
  choices: {
    is: [
      { name: "unread", about: "unread messages" },
      { name: "mentioned", about: "messages that mention you" },
      { name: "starred", about: "starred messages" },
      { name: "dm", about: "direct messages" },
      { name: "followed", about: "in followed topics" },
      { name: "resolved", about: "in resolved topics" },
      { name: "alerted", about: "with your alert words" },
      { name: "muted", about: "in muted topics and channels" },
    ],
    has: [
      { name: "link", about: "with a link" },
      { name: "image", about: "with an image" },
      { name: "attachment", about: "with a file" },
      { name: "reaction", about: "with a reaction" },
    ],
    channels: [{ name: "public", about: "all public channels" }],
  },
  me: "you",
};
