/** Alert words, followed and muted topics, and muted users. */
export const mutes = {
  words: "Alert words",
  wordsMore: "Messages that contain an alert word are highlighted, and this browser notifies you of them.",
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
