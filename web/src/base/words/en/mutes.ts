/** Texts of the settings for alert words, followed and muted topics, and muted users. */
export const mutes = {
  words: "Alert words",
  wordsMore:
    "You get browser notifications for messages that contain an alert word, but no mobile or email notifications. To find these messages, search for is:alerted.",
  newWord: "Word or phrase",
  addWord: "Add",
  removeWord: (word: string) => `Remove “${word}”`,
  followed: "Followed topics",
  noneFollowed: "You don't follow any topics.",
  unfollow: "Unfollow",
  topics: "Muted topics",
  noTopics: "You haven't muted any topics.",
  people: "Muted users",
  noPeople: "You haven't muted any users.",
  peopleMore: "Messages from muted users don't notify you and are marked as read.",
};
