import { hash } from "node:crypto";
import type { FileStore } from "#kernel/files/file-store.ts";
import { NotLoggedIn } from "#kernel/http/errors.ts";
import type { Fields } from "#kernel/http/form.ts";
import type { FileContent, Refusal, Resource } from "#kernel/http/resource.ts";
import {
  attachmentById,
  findAttachments,
  type FoundAttachment,
} from "#modules/messages/attachments/attachment-access.ts";
import { storedName } from "#modules/messages/attachments/attachment-paths.ts";
import { MOVING, STILL, storedThumbnail, THUMBNAIL_TYPE } from "#modules/messages/attachments/thumbnails.ts";
import { type MessageReader, readerOf } from "#modules/messages/core/message-viewer.ts";
import { dispositionOf } from "./content-types.ts";
import { GONE, NOT_ALLOWED } from "./errors.ts";
import { fileOfToken, TEMPORARY } from "./temporary-urls.ts";

const gone: Refusal = { status: 404, text: GONE };
const notAllowed: Refusal = { status: 403, text: NOT_ALLOWED };

function contentOf(files: FileStore, file: Omit<FoundAttachment, "may_see">): FileContent {
  const { path_id: pathId, name, content_type: contentType, size } = file;
  return {
    contentType,
    size,
    // What has an address never changes.
    tag: storedName(pathId).split("/").at(-1) ?? "",
    disposition: dispositionOf(contentType, name, nameIn(pathId)),
    open: (range) => files.get(storedName(pathId), range),
  };
}

const nameIn = (pathId: string): string => pathId.split("/").at(-1) ?? "";

/** What there is of a file, for those who may see it. */
const forReaders = (
  prefix: string,
  suffix: string,
  found: (file: FoundAttachment, segments: Fields) => FileContent | Refusal,
): Resource => ({
  path: `/${prefix}/:realm_id/:folder/:random/:name${suffix}`,
  access: "optional",
  async find({ db, actor, realm }, segments) {
    const { realm_id = "", folder = "", random = "", name = "" } = segments;
    const pathId = [realm_id, folder, random, name].join("/");
    const reader = await readerOf(db, realm, actor, true).catch(nobody);
    if (!reader) return notAllowed;
    const [file] = await findAttachments(db, realm.id, reader, [pathId]);
    if (!file) return gone;
    return file.may_see ? found(file, segments) : notAllowed;
  },
});

const wholeFiles = (files: FileStore): Resource => forReaders("user_uploads", "", (file) => contentOf(files, file));

/** What is shown of pictures in their stead. */
const thumbnails = (files: FileStore): Resource =>
  forReaders("user_uploads/thumbnail", "/:thumbnail", ({ path_id: pathId, picture }, { thumbnail = "" }) => {
    const size = thumbnailBytes(picture, thumbnail);
    if (size === null) return gone;
    const name = storedThumbnail(pathId, thumbnail);
    return {
      contentType: THUMBNAIL_TYPE,
      size,
      tag: name.split("/").slice(-2).join("-"),
      disposition: `inline; filename="${thumbnail}"`,
      open: (range) => files.get(name, range),
    };
  });

function thumbnailBytes(picture: FoundAttachment["picture"], name: string): number | null {
  if (name === STILL) return picture?.still_bytes ?? null;
  return name === MOVING ? (picture?.moving_bytes ?? null) : null;
}

function nobody(error: unknown): MessageReader | null {
  if (error instanceof NotLoggedIn) return null;
  throw error;
}

/** The same, for whoever was given an address that works for a short time. */
const forHolders = (files: FileStore, secret: Uint8Array): Resource => ({
  path: `${TEMPORARY}/:token/:name`,
  access: "public",
  async find({ db, realm, now }, { token = "", name = "" }) {
    const id = fileOfToken(secret, realm.id, token, now);
    const file = id === null ? undefined : await attachmentById(db, realm.id, id);
    return file && nameIn(file.path_id) === name ? contentOf(files, file) : gone;
  },
});

/** Stands in messages where a thumbnail is being made. */
const loading: Resource = {
  path: "/static/images/loading/loader-black.svg",
  access: "public",
  find: async () => ({ contentType: "image/svg+xml", bytes: LOADING, tag: hash("sha256", LOADING) }),
};

/** Three dots, of which each is brightest in turn. */
const LOADING = Buffer.from(
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
  loading,
  forHolders(files, secret),
];
