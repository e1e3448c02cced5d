import { emojiNoun, type RealmEmojiMap } from "@parlance/contract/nouns/emoji.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { JsonFragment } from "@parlance/kernel/http/json-response.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { add } from "./api/add.ts";
import { deactivate } from "./api/deactivate.ts";
import { list } from "./api/list.ts";
import { deleteOrphanedEmojiImages } from "./jobs.ts";
import { customEmoji } from "./emoji-snapshot.ts";
import { presentCustomEmoji } from "./queries.ts";
import { emojiImages, extraEmojiImages } from "./resources.ts";

const emojiSlice = defineSlice(emojiNoun, "realm_emoji", async (_db, { snapshot, realm }) => {
  const make = () => JSON.stringify(presentCustomEmoji(realm.id, [...snapshot.get(customEmoji).values()]));
  return { realm_emoji: new JsonFragment<RealmEmojiMap>([snapshot.cachedJson("emoji", [customEmoji], make)]) };
});

interface CustomEmojiOptions {
  readonly files: FileStore;
  readonly wireAliases: Pick<WireAliases, "prefix">;
}

/** Creates the module for custom emoji of organizations, and for images of the server's own emoji. */
export const customEmojiModule = ({ files, wireAliases }: CustomEmojiOptions): Module => ({
  name: "custom-emoji",
  floor: "profiles",
  tables: ["custom_emoji"],
  endpoints: [list, add(files), deactivate],
  slices: [emojiSlice],
  snapshotSections: [customEmoji],
  resources: [emojiImages(files), extraEmojiImages(wireAliases)],
  jobs: [deleteOrphanedEmojiImages(files)],
});
