import { buffer } from "node:stream/consumers";
import type { FileStore } from "#kernel/files/store.ts";
import type { Resource } from "#kernel/http/resource.ts";
import { storedName } from "./files.ts";

/** Pictures of emoji. Their names are secrets, so there is no other check. */
export const emojiImages = (files: FileStore): Resource => ({
  path: "/user_avatars/:realm_id/emoji/images/:file",
  access: "public",
  async find({ realm }, { realm_id, file = "" }) {
    const name = realm_id === String(realm.id) ? storedName(realm.id, file) : null;
    const content = name === null ? null : await files.get(name);
    if (!content) return null;
    return { contentType: file.endsWith(".gif") ? "image/gif" : "image/png", bytes: await buffer(content), tag: file };
  },
});
