import { alertWordsNoun } from "@parlance/contract/nouns/alert-words.ts";
import { slice, type Module } from "#kernel/http/module.ts";
import { add } from "./api/add.ts";
import { list } from "./api/list.ts";
import { remove } from "./api/remove.ts";
import { alertWords } from "./directory.ts";
import { alertWordsOf } from "./queries.ts";

const words = slice(alertWordsNoun, "alert_words", async (db, { actor }) => ({
  alert_words: await alertWordsOf(db, actor.id),
}));

/** Words at which people want to be alerted. */
export const alertWordsModule: Module = {
  name: "alert-words",
  endpoints: [list, add, remove],
  directory: [alertWords],
  slices: [words],
};
