import type { FileStore } from "#kernel/files/store.ts";
import { NotLoggedIn } from "#kernel/http/errors.ts";
import type { FileContent, Refusal, Resource } from "#kernel/http/resource.ts";
import { attachmentById, findAttachments, type FoundAttachment } from "#modules/5-on-channels/attachments/access.ts";
import { storedName } from "#modules/5-on-channels/attachments/addresses.ts";
import { type MessageReader, readerOf } from "#modules/6-messages/messages/readers.ts";
import { dispositionOf } from "./content-types.ts";
import { GONE, NOT_ALLOWED } from "./errors.ts";
import { fileOfToken, TEMPORARY } from "./temporary-addresses.ts";

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

/** Files, for those who may see them. */
const forReaders = (files: FileStore): Resource => ({
  path: "/user_uploads/:realm_id/:folder/:random/:name",
  access: "optional",
  async find({ db, actor, realm }, { realm_id = "", folder = "", random = "", name = "" }) {
    const pathId = [realm_id, folder, random, name].join("/");
    const reader = await readerOf(db, realm, actor, true).catch(nobody);
    if (!reader) return notAllowed;
    const [file] = await findAttachments(db, realm.id, reader, [pathId]);
    if (!file) return gone;
    return file.may_see ? contentOf(files, file) : notAllowed;
  },
});

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

export const uploadResources = (files: FileStore, secret: Uint8Array): readonly Resource[] => [
  forReaders(files),
  forHolders(files, secret),
];
