import { z } from "zod";
import { THUMBNAIL } from "@parlance/kernel/images/thumbnails.ts";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { ATTACHMENT_PREFIX as ATTACHMENTS, storageKey } from "./attachment-paths.ts";

/** Makes thumbnails of an uploaded picture, and shows them where messages link to it. */
export const makeThumbnailsJobKind = {
  name: "make-thumbnails",
  payload: z.object({ attachment_id: z.int() }),
} satisfies JobKind;

/** Where thumbnails are kept in the store. */
export const THUMBNAIL_PREFIX = "thumbnails/";

const { width, height, format } = THUMBNAIL;

export const THUMBNAIL_CONTENT_TYPE = `image/${format}`;

/** What thumbnails are called in addresses, by whether they move. */
export const STILL_THUMBNAIL = `${width}x${height}.${format}`;
export const ANIMATED_THUMBNAIL = `${width}x${height}-anim.${format}`;

/** The forms in which thumbnails are made, as clients are told. */
export const thumbnailFormats = [STILL_THUMBNAIL, ANIMATED_THUMBNAIL].map((name) => {
  return { name, max_width: width, max_height: height, format, animated: name === ANIMATED_THUMBNAIL };
});

/** The name in the file store, for a picture's address and the name of the thumbnail. */
export const thumbnailStorageKey = (pathId: string, name: string): string =>
  `${THUMBNAIL_PREFIX}${storageKey(pathId).slice(ATTACHMENTS.length)}/${name}`;

/** All that the store may have of an uploaded file. */
export const attachmentStorageKeys = (pathId: string, isPicture: boolean): string[] => [
  storageKey(pathId),
  ...(isPicture ? [STILL_THUMBNAIL, ANIMATED_THUMBNAIL].map((name) => thumbnailStorageKey(pathId, name)) : []),
];
