import { z } from "zod";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { imageErrors } from "@parlance/kernel/images/errors.ts";
import { createEmojiImages } from "@parlance/kernel/images/emoji-images.ts";
import { InsufficientPermission } from "#modules/users/core/errors.ts";
import { addEmoji } from "../actions/add-emoji.ts";
import {
  InvalidEmojiNameEnding,
  InvalidEmojiNameCharacters,
  BuiltInEmoji,
  EmojiNameInUse,
  OneFileExpected,
} from "../errors.ts";
import { storeEmojiImages } from "../emoji-files.ts";
import { parseEmojiName, MAX_EMOJI_NAME_LENGTH } from "../emoji-names.ts";
import { assertCanAddEmoji } from "../policy.ts";
import { uploadsLimit } from "#modules/users/core/rate-limits.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

const MAX_BYTES = 5 * 2 ** 20;

export const add = (files: FileStore): Endpoint =>
  endpoint.write({
    route: "POST /realm/emoji/:emoji_name",
    summary: "Add a custom emoji",
    description:
      "Requires the organization's `can_add_custom_emoji_group`. Only administrators may use the name of a " +
      "built-in emoji. The image is resized to 64 by 64 pixels; animated images stay animated.",
    access: "member",
    humansOnly: true,
    limit: uploadsLimit,
    params: z.object({
      emoji_name: identifies(text({ min: 1, max: MAX_EMOJI_NAME_LENGTH }), "emoji").describe("Name of the emoji."),
    }),
    file: { description: "JPEG, PNG, GIF or WebP image.", maxBytes: MAX_BYTES, NotExactlyOne: OneFileExpected },
    response: z.object({}),
    errors: [
      InvalidEmojiNameCharacters,
      InvalidEmojiNameEnding,
      InsufficientPermission,
      EmojiNameInUse,
      BuiltInEmoji,
      ...imageErrors,
    ],

    async receiveFile({ db, snapshot, actor, realm }, { params, file }) {
      const name = parseEmojiName(params.emoji_name);
      await assertCanAddEmoji(db, snapshot, actor, name);
      return { name, fileName: await storeEmojiImages(files, realm.id, await createEmojiImages(actor.id, file.bytes)) };
    },

    async handler(ctx, _input, emoji) {
      await addEmoji(ctx, emoji);
      return {};
    },
  });
