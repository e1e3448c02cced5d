import { buffer } from "node:stream/consumers";
import { EXTRA_EMOJI_IMAGES, extraEmoji } from "@parlance/emoji/index.ts";
import type { FileStore } from "#kernel/files/file-store.ts";
import type { Resource } from "#kernel/http/resource.ts";
import type { WireAliases } from "#kernel/http/wire-aliases.ts";
import { balloon } from "./drawings.ts";
import { storedName } from "./emoji-files.ts";

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

/** Changes whenever the drawing does. */
const EDITION = 1;

/**
 * Pictures of emoji that every organization has, and Unicode has not. Clients that are written for another brand of the
 * protocol have one of its name built in.
 */
export function extraEmojiImages({ prefix }: Pick<WireAliases, "prefix">): Resource {
  let drawn: Promise<Buffer> | undefined;
  const names = [...extraEmoji, prefix].filter((name) => name !== "");
  return {
    path: `${EXTRA_EMOJI_IMAGES}/:file`,
    access: "public",
    async find(_ctx, { file = "" }) {
      if (!names.some((name) => file === `${name}.png`)) return null;
      return { contentType: "image/png", bytes: await (drawn ??= balloon()), tag: `balloon-${EDITION}` };
    },
  };
}
