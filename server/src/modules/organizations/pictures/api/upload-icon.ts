import { z } from "zod";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { imageErrors } from "@parlance/kernel/images/errors.ts";
import { createSquareImages } from "@parlance/kernel/images/resize-image.ts";
import { setPicture } from "../actions/set-picture.ts";
import { OneIconExpected } from "../errors.ts";
import { MAX_PICTURE_BYTES, storePictureFile } from "../picture-files.ts";
import { uploadsLimit } from "#modules/users/core/rate-limits.ts";

/** Width and height of the stored icon, in pixels. */
const SIZE = 200;

export const uploadIcon = (files: FileStore): Endpoint =>
  endpoint.write({
    route: "POST /realm/icon",
    summary: "Upload the organization's icon",
    description:
      "The image is cropped to its center and resized to 200 by 200 pixels. Animated images are reduced to the " +
      "first frame.",
    access: "admin",
    limit: uploadsLimit,
    file: { description: "JPEG, PNG, GIF or WebP image.", maxBytes: MAX_PICTURE_BYTES, NotExactlyOne: OneIconExpected },
    response: z.object({ icon_url: z.string() }),
    errors: [...imageErrors],

    async receiveFile({ actor, realm }, { file }) {
      const [icon] = await createSquareImages(actor.id, file.bytes, [SIZE]);
      if (!icon) throw new Error("exactly one picture was requested");
      return storePictureFile(files, realm.id, icon);
    },

    async handler(ctx, _input, fileName) {
      const { icon_url } = await setPicture(ctx, { kind: "icon", fileName });
      return { icon_url };
    },
  });
