import { z } from "zod";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { imageErrors } from "@parlance/kernel/images/errors.ts";
import { resolveAvatarUrl } from "#modules/users/core/avatars/avatar-url.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { setAvatar } from "../actions/set-avatar.ts";
import { AvatarChangesDisabled, OneAvatarExpected } from "../errors.ts";
import { storeNewAvatarFiles } from "../store-avatar-files.ts";
import { resizeAvatar, MAX_AVATAR_BYTES } from "../resize-avatar.ts";
import { assertCanChangeAvatar } from "../policy.ts";
import { uploadsLimit } from "#modules/users/core/rate-limits.ts";

export const upload = (files: FileStore): Endpoint =>
  endpoint.write({
    route: "POST /users/me/avatar",
    summary: "Upload your avatar",
    description:
      "The image is cropped to its center and resized to 100 by 100 and 500 by 500 pixels. Animated images are " +
      "reduced to the first frame. Metadata, such as where the picture was taken, is removed.",
    access: "user",
    limit: uploadsLimit,
    file: {
      description: "JPEG, PNG, GIF or WebP image.",
      maxBytes: MAX_AVATAR_BYTES,
      NotExactlyOne: OneAvatarExpected,
    },
    response: z.object({ avatar_url: z.string() }),
    errors: [AvatarChangesDisabled, ...imageErrors, NoSuchUser],

    async receiveFile({ db, actor }, { file }) {
      await assertCanChangeAvatar(db, actor);
      return storeNewAvatarFiles(files, actor.realmId, await resizeAvatar(actor.id, file.bytes));
    },

    async handler({ tx, actor, realm }, _input, name) {
      const user = await setAvatar(tx, { realmId: actor.realmId, userId: actor.id, name });
      return { avatar_url: resolveAvatarUrl(user, realm) };
    },
  });
