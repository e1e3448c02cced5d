import { z } from "zod";
import type { FileStore } from "#kernel/files/file-store.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { text } from "#kernel/http/params.ts";
import { imageErrors } from "#kernel/images/errors.ts";
import { emojiImages } from "#kernel/images/emoji-images.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { addEmoji } from "../actions/add-emoji.ts";
import { BadEmojiEnding, BadEmojiName, BuiltInEmoji, EmojiNameTaken, OneFileExpected } from "../errors.ts";
import { storeImages } from "../emoji-files.ts";
import { emojiName, MAX_NAME } from "../emoji-names.ts";
import { mustAddEmoji } from "../policy.ts";

const MAX_BYTES = 5 * 2 ** 20;

export const add = (files: FileStore): Endpoint =>
  endpoint.upload({
    route: "POST /realm/emoji/:emoji_name",
    summary: "Add a custom emoji",
    description:
      "Requires the organization's `can_add_custom_emoji_group`. Only administrators may use the name of a " +
      "built-in emoji. The image is resized to 64 by 64 pixels; animated images stay animated.",
    access: "member",
    humansOnly: true,
    limit: "uploads",
    params: z.object({ emoji_name: text({ min: 1, max: MAX_NAME }).describe("Name of the emoji.") }),
    file: { description: "JPEG, PNG, GIF or WebP image.", maxBytes: MAX_BYTES, NotOne: OneFileExpected },
    response: z.object({}),
    errors: [BadEmojiName, BadEmojiEnding, InsufficientPermission, EmojiNameTaken, BuiltInEmoji, ...imageErrors],

    async prepare({ db, actor, realm }, { params, file }) {
      const name = emojiName(params.emoji_name);
      await mustAddEmoji(db, actor, name);
      return { name, fileName: await storeImages(files, realm.id, await emojiImages(actor.id, file.bytes)) };
    },

    async handler(ctx, _input, emoji) {
      await addEmoji(ctx, emoji);
      return {};
    },
  });
