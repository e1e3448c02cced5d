import { z } from "zod";
import { THUMBNAIL } from "@parlance/kernel/images/thumbnails.ts";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { ATTACHMENT_PREFIX as ATTACHMENTS, storageKey } from "./attachment-paths.ts";

/**
 * Job that makes the thumbnails of an uploaded picture, and updates the messages that link to the picture so that they
 * display them.
 */
export const makeThumbnailsJobKind = {
  name: "make-thumbnails",
  payload: z.object({ attachment_id: z.int() }),
} satisfies JobKind;

/** Prefix of thumbnails in the file store. */
export const THUMBNAIL_PREFIX = "thumbnails/";

const { width, height, format } = THUMBNAIL;

export const THUMBNAIL_CONTENT_TYPE = `image/${format}`;

/** File names of thumbnails: of the still one, and of the animated one that animated pictures have in addition. */
export const STILL_THUMBNAIL = `${width}x${height}.${format}`;
export const ANIMATED_THUMBNAIL = `${width}x${height}-anim.${format}`;

/** Thumbnail formats in the form that clients receive. */
export const thumbnailFormats = [STILL_THUMBNAIL, ANIMATED_THUMBNAIL].map((name) => {
  return { name, max_width: width, max_height: height, format, animated: name === ANIMATED_THUMBNAIL };
});

/**
 * Returns the file store's key for a picture's thumbnail, given the picture's path id and the thumbnail's file name.
 */
export const thumbnailStorageKey = (pathId: string, name: string): string =>
  `${THUMBNAIL_PREFIX}${storageKey(pathId).slice(ATTACHMENTS.length)}/${name}`;

/**
 * Returns all keys under which the file store can have data of an uploaded file: the file itself and, for a picture,
 * its thumbnails.
 */
export const attachmentStorageKeys = (pathId: string, isPicture: boolean): string[] => [
  storageKey(pathId),
  ...(isPicture ? [STILL_THUMBNAIL, ANIMATED_THUMBNAIL].map((name) => thumbnailStorageKey(pathId, name)) : []),
];
