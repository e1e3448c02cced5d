import { z } from "zod";
import type { FileStore } from "#kernel/files/store.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { imageErrors } from "#kernel/images/errors.ts";
import { avatarAddress } from "#modules/users/core/avatars.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { setAvatar } from "../actions/set-avatar.ts";
import { AvatarChangesDisabled, OneAvatarExpected } from "../errors.ts";
import { storeNewPictures } from "../files.ts";
import { makePictures, MOST_PICTURE_BYTES } from "../pictures.ts";
import { mustChangeAvatar } from "../policy.ts";

export const upload = (files: FileStore): Endpoint =>
  endpoint.upload({
    route: "POST /users/me/avatar",
    summary: "Upload a picture of oneself",
    description:
      "What is kept is the middle of the picture, as squares of 100 and 500 pixels. Of one that moves, that is the first " +
      "frame. What the file tells beside the picture, such as where it was taken, is not kept.",
    access: "user",
    limit: "uploads",
    file: { description: "A JPEG, PNG, GIF or WebP", maxBytes: MOST_PICTURE_BYTES, NotOne: OneAvatarExpected },
    response: z.object({ avatar_url: z.string() }),
    errors: [AvatarChangesDisabled, ...imageErrors, NoSuchUser],

    async prepare({ db, actor }, { file }) {
      await mustChangeAvatar(db, actor);
      return storeNewPictures(files, actor.realmId, await makePictures(actor.id, file.bytes));
    },

    async handler({ tx, actor, realm }, _input, name) {
      const user = await setAvatar(tx, { realmId: actor.realmId, userId: actor.id, name });
      return { avatar_url: avatarAddress(user, realm) };
    },
  });
