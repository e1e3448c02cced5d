/** Looking for messages. */
export const search = {
  label: "Search messages",
  placeholder: "Search messages, such as: sender:me has:link launch",
  here: "Search here",
  stop: "Stop searching",
  suggestions: "Ways to search",
  /** In the order in which they are offered. */
  operators: [
    { name: "channel", about: "in a channel" },
    { name: "topic", about: "in a topic" },
    { name: "sender", about: "written by somebody" },
    { name: "dm", about: "the direct conversation with just these people" },
    { name: "dm-including", about: "all direct conversations with somebody" },
    { name: "is", about: "unread, starred, mentioned…" },
    { name: "has", about: "a link, a picture, a file, a reaction" },
    { name: "channels", about: "in every public channel, joined or not" },
    { name: "near", about: "around a message, by its number" },
    { name: "id", about: "one message, by its number" },
  ],
  /** By the operator that they follow. */
  choices: {
    is: [
      { name: "unread", about: "not read yet" },
      { name: "mentioned", about: "that mention you" },
      { name: "starred", about: "that you starred" },
      { name: "dm", about: "direct messages" },
      { name: "followed", about: "in topics that you follow" },
      { name: "resolved", about: "in topics that are resolved" },
      { name: "alerted", about: "with your alert words" },
      { name: "muted", about: "in muted topics and channels" },
    ],
    has: [
      { name: "link", about: "with a link" },
      { name: "image", about: "with a picture" },
      { name: "attachment", about: "with a file" },
      { name: "reaction", about: "with a reaction" },
    ],
    channels: [{ name: "public", about: "every public channel" }],
  },
  me: "you",
};
