/** What somebody wants to hear of in any case, and what and whom not. */
export const mutes = {
  title: "Words and mutes",
  words: "Alert words",
  wordsMore: "Messages that have one of these words in them are marked for you, and this browser tells you of them.",
  newWord: "A word, or some",
  addWord: "Add",
  removeWord: (word: string) => `Remove “${word}”`,
  followed: "Topics that I follow",
  noneFollowed: "You follow no topic.",
  unfollow: "Follow no longer",
  topics: "Muted topics",
  noTopics: "You muted no topic.",
  people: "Muted people",
  noPeople: "You muted nobody.",
  peopleMore: "What they write is not told to you, and counts as read.",
};
