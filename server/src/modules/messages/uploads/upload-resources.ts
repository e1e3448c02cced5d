import { hash } from "node:crypto";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { NotLoggedIn } from "@parlance/kernel/http/errors.ts";
import type { Fields } from "@parlance/kernel/http/form.ts";
import type { FileContent, ResourceUnavailable, Resource } from "@parlance/kernel/http/resource.ts";
import {
  findAttachment,
  findAttachments,
  type FoundAttachment,
} from "#modules/messages/attachments/attachment-access.ts";
import { storageKey } from "#modules/messages/attachments/attachment-paths.ts";
import {
  ANIMATED_THUMBNAIL,
  STILL_THUMBNAIL,
  thumbnailStorageKey,
  THUMBNAIL_CONTENT_TYPE,
} from "#modules/messages/attachments/thumbnails.ts";
import { type MessageViewer, resolveViewer } from "#modules/messages/core/message-viewer.ts";
import { contentDisposition } from "./content-types.ts";
import { FILE_NOT_FOUND_TEXT, FILE_ACCESS_DENIED_TEXT } from "./errors.ts";
import { verifyTemporaryToken, TEMPORARY_URL_PREFIX } from "./temporary-urls.ts";

const fileNotFound: ResourceUnavailable = { status: 404, text: FILE_NOT_FOUND_TEXT };
const accessDenied: ResourceUnavailable = { status: 403, text: FILE_ACCESS_DENIED_TEXT };

function contentOf(files: FileStore, file: Omit<FoundAttachment, "may_see">): FileContent {
  const { path_id: pathId, name, content_type: contentType, size } = file;
  return {
    contentType,
    size,
    // The tag needs no version, because the content of a path id never changes.
    tag: storageKey(pathId).split("/").at(-1) ?? "",
    disposition: contentDisposition(contentType, name, nameIn(pathId)),
    open: (range) => files.get(storageKey(pathId), range),
  };
}

const nameIn = (pathId: string): string => pathId.split("/").at(-1) ?? "";

/** Creates the resource for the URL of a file or its thumbnail. Only users who can see the file can fetch it. */
const authorizedResource = (
  prefix: string,
  suffix: string,
  found: (file: FoundAttachment, segments: Fields) => FileContent | ResourceUnavailable,
): Resource => ({
  path: `/${prefix}/:realm_id/:folder/:random/:name${suffix}`,
  access: "optional",
  async find({ db, actor, realm }, segments) {
    const { realm_id = "", folder = "", random = "", name = "" } = segments;
    const pathId = [realm_id, folder, random, name].join("/");
    const reader = await resolveViewer(db, realm, actor, true).catch(nullIfNotLoggedIn);
    if (!reader) return accessDenied;
    const [file] = await findAttachments(db, realm.id, reader, [pathId]);
    if (!file) return fileNotFound;
    return file.may_see ? found(file, segments) : accessDenied;
  },
});

const wholeFiles = (files: FileStore): Resource =>
  authorizedResource("user_uploads", "", (file) => contentOf(files, file));

/** Creates the resource for the thumbnails of pictures. */
const thumbnails = (files: FileStore): Resource =>
  authorizedResource("user_uploads/thumbnail", "/:thumbnail", ({ path_id: pathId, picture }, { thumbnail = "" }) => {
    const size = thumbnailBytes(picture, thumbnail);
    if (size === null) return fileNotFound;
    const name = thumbnailStorageKey(pathId, thumbnail);
    return {
      contentType: THUMBNAIL_CONTENT_TYPE,
      size,
      tag: name.split("/").slice(-2).join("-"),
      disposition: `inline; filename="${thumbnail}"`,
      open: (range) => files.get(name, range),
    };
  });

function thumbnailBytes(picture: FoundAttachment["picture"], name: string): number | null {
  if (name === STILL_THUMBNAIL) return picture?.still_bytes ?? null;
  return name === ANIMATED_THUMBNAIL ? (picture?.moving_bytes ?? null) : null;
}

function nullIfNotLoggedIn(error: unknown): MessageViewer | null {
  if (error instanceof NotLoggedIn) return null;
  throw error;
}

/** Creates the resource for temporary URLs, which need no credentials. */
const temporaryUrlResource = (files: FileStore, secret: Uint8Array): Resource => ({
  path: `${TEMPORARY_URL_PREFIX}/:token/:name`,
  access: "public",
  async find({ db, realm, now }, { token = "", name = "" }) {
    const id = verifyTemporaryToken(secret, realm.id, token, now);
    const file = id === null ? undefined : await findAttachment(db, realm.id, id);
    return file && nameIn(file.path_id) === name ? contentOf(files, file) : fileNotFound;
  },
});

/** The resource for the picture that messages display while a thumbnail is being made. */
const loadingImage: Resource = {
  path: "/static/images/loading/loader-black.svg",
  access: "public",
  find: async () => ({ contentType: "image/svg+xml", bytes: LOADING_SVG, tag: hash("sha256", LOADING_SVG) }),
};

/** A picture of three dots that light up one after the other. */
const LOADING_SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30" width="120" height="30">' +
    [15, 60, 105]
      .map(
        (x, index) =>
          `<circle cx="${x}" cy="15" r="12"><animate attributeName="opacity" values="1;0.3;1" dur="1.2s" ` +
          `begin="${index * 0.4}s" repeatCount="indefinite"/></circle>`,
      )
      .join("") +
    "</svg>",
);

export const uploadResources = (files: FileStore, secret: Uint8Array): readonly Resource[] => [
  wholeFiles(files),
  thumbnails(files),
  loadingImage,
  temporaryUrlResource(files, secret),
];
