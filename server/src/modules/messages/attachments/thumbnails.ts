import { z } from "zod";
import { THUMBNAIL } from "@parlance/kernel/images/thumbnails.ts";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { ATTACHMENT_PREFIX as ATTACHMENTS, storageKey } from "./attachment-paths.ts";

/** Makes thumbnails of an uploaded picture, and displays them in the messages that link to it. */
export const makeThumbnailsJobKind = {
  name: "make-thumbnails",
  payload: z.object({ attachment_id: z.int() }),
} satisfies JobKind;

/** Prefix of thumbnails in the file store. */
export const THUMBNAIL_PREFIX = "thumbnails/";

const { width, height, format } = THUMBNAIL;

export const THUMBNAIL_CONTENT_TYPE = `image/${format}`;

/** File names of thumbnails in URLs: of still and of animated pictures. */
export const STILL_THUMBNAIL = `${width}x${height}.${format}`;
export const ANIMATED_THUMBNAIL = `${width}x${height}-anim.${format}`;

/** Thumbnail formats as announced to clients. */
export const thumbnailFormats = [STILL_THUMBNAIL, ANIMATED_THUMBNAIL].map((name) => {
  return { name, max_width: width, max_height: height, format, animated: name === ANIMATED_THUMBNAIL };
});

/** The key in the file store of a picture's thumbnail, given the picture's path id and the thumbnail's file name. */
export const thumbnailStorageKey = (pathId: string, name: string): string =>
  `${THUMBNAIL_PREFIX}${storageKey(pathId).slice(ATTACHMENTS.length)}/${name}`;

/** All keys that the file store can contain for an uploaded file. */
export const attachmentStorageKeys = (pathId: string, isPicture: boolean): string[] => [
  storageKey(pathId),
  ...(isPicture ? [STILL_THUMBNAIL, ANIMATED_THUMBNAIL].map((name) => thumbnailStorageKey(pathId, name)) : []),
];
