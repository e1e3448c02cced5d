import { z } from "zod";
import { THUMBNAIL } from "#kernel/images/thumbnails.ts";
import type { JobKind } from "#kernel/jobs/job.ts";
import { STORED as ATTACHMENTS, storedName } from "./attachment-paths.ts";

/** Makes thumbnails of an uploaded picture, and shows them where messages link to it. */
export const makeThumbnails = {
  name: "make-thumbnails",
  payload: z.object({ attachment_id: z.int() }),
} satisfies JobKind;

/** Where thumbnails are kept in the store. */
export const STORED = "thumbnails/";

const { width, height, format } = THUMBNAIL;

export const THUMBNAIL_TYPE = `image/${format}`;

/** What thumbnails are called in addresses, by whether they move. */
export const STILL = `${width}x${height}.${format}`;
export const MOVING = `${width}x${height}-anim.${format}`;

/** The forms in which thumbnails are made, as clients are told. */
export const thumbnailFormats = [STILL, MOVING].map((name) => {
  return { name, max_width: width, max_height: height, format, animated: name === MOVING };
});

/** The name in the file store, for a picture's address and the name of the thumbnail. */
export const storedThumbnail = (pathId: string, name: string): string =>
  `${STORED}${storedName(pathId).slice(ATTACHMENTS.length)}/${name}`;

/** All that the store may have of an uploaded file. */
export const storedNames = (pathId: string, isPicture: boolean): string[] => [
  storedName(pathId),
  ...(isPicture ? [STILL, MOVING].map((name) => storedThumbnail(pathId, name)) : []),
];
