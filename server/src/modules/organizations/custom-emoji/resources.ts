import { buffer } from "node:stream/consumers";
import { EXTRA_EMOJI_IMAGES, extraEmoji } from "@parlance/emoji/index.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Resource } from "@parlance/kernel/http/resource.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { emojiFileName } from "./emoji-files.ts";
import { drawPng } from "@parlance/kernel/images/draw-png.ts";

/** Width and height of the image in pixels, the same as for custom emoji. */
const IMAGE_PIXELS = 64;

/** Draws the image of all built-in emoji that are not in Unicode: a speech balloon with three dots. */
const drawSpeechBalloon = (): Promise<Buffer> =>
  drawPng({
    size: IMAGE_PIXELS,
    paper: null,
    ink: [58, 110, 205],
    isInked: (x, y) => (isInBalloon(x, y) || isInTail(x, y)) && ![0.3, 0.5, 0.7].some((dot) => isInDot(x, y, dot)),
  });

const isInBalloon = (x: number, y: number): boolean => ((x - 0.5) / 0.47) ** 4 + ((y - 0.42) / 0.36) ** 4 <= 1;

const isInTail = (x: number, y: number): boolean => y >= 0.6 && y <= 0.97 && x >= 0.2 && x - 0.2 <= (0.97 - y) * 0.8;

const isInDot = (x: number, y: number, centre: number): boolean => (x - centre) ** 2 + (y - 0.42) ** 2 <= 0.06 ** 2;

/** Serves emoji images. There is no access check, because the random file names cannot be guessed. */
export const emojiImages = (files: FileStore): Resource => ({
  path: "/user_avatars/:realm_id/emoji/images/:file",
  access: "public",
  async find({ realm }, { realm_id, file = "" }) {
    const name = realm_id === String(realm.id) ? emojiFileName(realm.id, file) : null;
    const content = name === null ? null : await files.get(name);
    if (!content) return null;
    return { contentType: file.endsWith(".gif") ? "image/gif" : "image/png", bytes: await buffer(content), tag: file };
  },
});

/** Version of the drawing in the ETag. Increase it whenever the drawing changes. */
const DRAWING_VERSION = 1;

/**
 * Serves images of built-in emoji that are not in Unicode. Clients of another brand request the image under the brand's
 * name.
 */
export function extraEmojiImages({ prefix }: Pick<WireAliases, "prefix">): Resource {
  let drawn: Promise<Buffer> | undefined;
  const names = [...extraEmoji, prefix].filter((name) => name !== "");
  return {
    path: `${EXTRA_EMOJI_IMAGES}/:file`,
    access: "public",
    async find(_ctx, { file = "" }) {
      if (!names.some((name) => file === `${name}.png`)) return null;
      return {
        contentType: "image/png",
        bytes: await (drawn ??= drawSpeechBalloon()),
        tag: `balloon-${DRAWING_VERSION}`,
      };
    },
  };
}
