import { z } from "zod";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { imageErrors } from "@parlance/kernel/images/errors.ts";
import { fitImage } from "@parlance/kernel/images/resize-image.ts";
import { setPicture } from "../actions/set-picture.ts";
import { OneLogoExpected } from "../errors.ts";
import { MAX_PICTURE_BYTES, storePictureFile } from "../picture-files.ts";
import { kindOfLogo, logoInput } from "../logo-input.ts";
import { uploadsLimit } from "#modules/users/core/rate-limits.ts";

/** Maximum size of the stored logo, in pixels: twice the displayed size. */
const WIDTH = 1600;
const HEIGHT = 200;

export const uploadLogo = (files: FileStore): Endpoint =>
  endpoint.write({
    route: "POST /realm/logo",
    summary: "Upload the organization's logo",
    description:
      "The light theme and the dark theme each have a logo. Larger images are reduced to fit into 1600 by 200 " +
      "pixels.",
    access: "admin",
    limit: uploadsLimit,
    input: logoInput,
    file: { description: "JPEG, PNG, GIF or WebP image.", maxBytes: MAX_PICTURE_BYTES, NotExactlyOne: OneLogoExpected },
    response: z.object({}),
    errors: [...imageErrors],

    receiveFile: async ({ actor, realm }, { file }) =>
      storePictureFile(files, realm.id, await fitImage(actor.id, file.bytes, WIDTH, HEIGHT)),

    async handler(ctx, { input }, fileName) {
      await setPicture(ctx, { kind: kindOfLogo(input), fileName });
      return {};
    },
  });
