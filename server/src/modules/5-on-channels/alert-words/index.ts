import { z } from "zod";
import { messageGates } from "@parlance/contract/register/messages.ts";
import type { Module, Slice } from "#kernel/http/module.ts";
import { add } from "./api/add.ts";
import { list } from "./api/list.ts";
import { remove } from "./api/remove.ts";
import { alertWordsOf } from "./queries.ts";

const words: Slice = {
  types: ["alert_words"],
  response: z.strictObject(messageGates.alert_words),
  fetch: async (db, { actor }) => ({ alert_words: await alertWordsOf(db, actor.id) }),
};

/** Words at which people want to be alerted. */
export const alertWordsModule: Module = { name: "alert-words", endpoints: [list, add, remove], slices: [words] };
