import { detectFormat } from "@parlance/kernel/images/image-formats.ts";
import {
  AVATARS_PREFIX as AVATARS,
  avatarFileNames as storedAvatar,
} from "#modules/users/core/avatars/avatar-files.ts";
import {
  stillImageName,
  EMOJI_PREFIX as EMOJI,
  emojiFileName as storedEmoji,
} from "#modules/organizations/custom-emoji/emoji-files.ts";
import {
  REALM_PICTURES_PREFIX as REALM_PICTURES,
  pictureFileName as storedRealmPicture,
} from "#modules/organizations/pictures/picture-files.ts";
import { storageKey as storedAttachment } from "#modules/messages/attachments/attachment-paths.ts";
import type { ExportedTable, Fields } from "../columns/exported-column.ts";
import { ExportFileError } from "./export-file-format.ts";

/** What a row has in the file store, by name. */
type FileNamesOfRow = (row: Fields, realmId: number) => readonly (string | null)[];

/** The tables whose columns name files: each file is exported with its row, and stored again under its new name. */
const fileNamesByTable: Partial<Record<ExportedTable, FileNamesOfRow>> = {
  account: ({ avatar_name: name }, realmId) => (typeof name === "string" ? storedAvatar({ realmId, name }) : []),
  realm_picture: ({ file_name: name }, realmId) => [storedRealmPicture(realmId, String(name))],
  attachment: ({ path_id: pathId }) => [storedAttachment(String(pathId))],
  custom_emoji: ({ file_name: name }, realmId) =>
    [String(name), stillImageName(String(name))].map((one) => one && storedEmoji(realmId, one)),
};

export const tablesWithFiles = Object.keys(fileNamesByTable) as readonly ExportedTable[];

/** The names in the file store of what a row refers to; always as many of a row, and in one order. */
export const referencedFiles = (table: ExportedTable, row: Fields, realmId: number): readonly string[] =>
  fileNamesByTable[table]?.(row, realmId).filter((name) => name !== null) ?? [];

/** Enough to tell the format of a picture by. */
const HEAD_BYTES = 12;

/**
 * Passes the content of a file on. Pictures of people, emoji and the organization have the format that their name says: they
 * are served as that.
 * @throws ExportFileError
 */
export async function* verifiedContent(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const isPicture = [AVATARS, EMOJI, REALM_PICTURES].some((folder) => name.startsWith(folder));
  let head: Uint8Array | null = isPicture ? new Uint8Array() : null;
  for await (const chunk of content) {
    if (head === null) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD_BYTES) continue;
      assertFormat(name, head);
      yield head;
      head = null;
    }
  }
  if (head !== null) assertFormat(name, head);
}

function assertFormat(name: string, head: Uint8Array): void {
  if (name.endsWith(`.${detectFormat(head) ?? ""}`)) return;
  const advice = "upload the picture again in the original organization and export it again";
  throw new ExportFileError(`its file ${name} is not a picture in that format: ${advice}`);
}
