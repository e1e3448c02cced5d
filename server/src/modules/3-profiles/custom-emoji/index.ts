import { emojiNoun } from "@parlance/contract/nouns/emoji.ts";
import type { FileStore } from "#kernel/files/store.ts";
import { slice, type Module } from "#kernel/http/module.ts";
import { add } from "./api/add.ts";
import { deactivate } from "./api/deactivate.ts";
import { list } from "./api/list.ts";
import { sweepImages } from "./jobs.ts";
import { customEmojiOf } from "./queries.ts";
import { emojiImages } from "./resources.ts";

const customEmoji = slice(emojiNoun, "realm_emoji", async (db, { realm }) => ({
  realm_emoji: await customEmojiOf(db, realm.id),
}));

/** Emoji that the organization has added. */
export const customEmojiModule = ({ files }: { readonly files: FileStore }): Module => ({
  name: "custom-emoji",
  endpoints: [list, add(files), deactivate],
  slices: [customEmoji],
  resources: [emojiImages(files)],
  jobs: [sweepImages(files)],
});
