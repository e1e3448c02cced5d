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

/** Returns the names, in the file store, of the files that belong to a row. */
type FileNamesOfRow = (row: Fields, realmId: number) => readonly (string | null)[];

/**
 * Tables with columns that name files. Each file is exported after its row, and an import stores it under a new name.
 */
const fileNamesByTable: Partial<Record<ExportedTable, FileNamesOfRow>> = {
  account: ({ avatar_name: name }, realmId) => (typeof name === "string" ? storedAvatar({ realmId, name }) : []),
  realm_picture: ({ file_name: name }, realmId) => [storedRealmPicture(realmId, String(name))],
  attachment: ({ path_id: pathId }) => [storedAttachment(String(pathId))],
  custom_emoji: ({ file_name: name }, realmId) =>
    [String(name), stillImageName(String(name))].map((one) => one && storedEmoji(realmId, one)),
};

export const tablesWithFiles = Object.keys(fileNamesByTable) as readonly ExportedTable[];

/**
 * Returns the names of the files to which a row refers. Their number and order are the same for a row of an export and
 * for the imported row.
 */
export const referencedFiles = (table: ExportedTable, row: Fields, realmId: number): readonly string[] =>
  fileNamesByTable[table]?.(row, realmId).filter((name) => name !== null) ?? [];

/** Number of bytes that identify the format of an image. */
const HEAD_BYTES = 12;

/**
 * Passes on the content of a file. Verifies that pictures of users, emoji and the organization have the format that
 * their names imply, because they are served with that format.
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
