import { alertWordsNoun } from "@parlance/contract/nouns/alert-words.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { add } from "./api/add.ts";
import { list } from "./api/list.ts";
import { remove } from "./api/remove.ts";
import { alertWords } from "./alert-words-snapshot.ts";

const words = defineSlice(alertWordsNoun, "alert_words", async (_db, { snapshot, actor }) => ({
  alert_words: [...snapshot.get(alertWords).of(actor.id)],
}));

/** Module for alert words: words that users want to be notified about. */
export const alertWordsModule: Module = {
  name: "alert-words",
  floor: "channel-use",
  tables: ["alert_word"],
  endpoints: [list, add, remove],
  snapshotSections: [alertWords],
  slices: [words],
};
