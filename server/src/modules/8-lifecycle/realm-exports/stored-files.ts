import { storedNames as storedAvatar } from "#modules/1-ground/users/stored-pictures.ts";
import { stillName, storedName as storedEmoji } from "#modules/3-profiles/custom-emoji/files.ts";
import { storedName as storedRealmPicture } from "#modules/3-profiles/realm-pictures/files.ts";
import { storedName as storedAttachment } from "#modules/5-on-channels/attachments/addresses.ts";
import type { ExportedTable, Fields } from "./column.ts";

/** What a row has in the file store, by name. */
type StoredNames = (row: Fields, realmId: number) => readonly (string | null)[];

/** The tables whose columns name files: each file is exported with its row, and stored again under its new name. */
const storedBy: Partial<Record<ExportedTable, StoredNames>> = {
  account: ({ avatar_name: name }, realmId) => (typeof name === "string" ? storedAvatar({ realmId, name }) : []),
  realm_picture: ({ file_name: name }, realmId) => [storedRealmPicture(realmId, String(name))],
  attachment: ({ path_id: pathId }) => [storedAttachment(String(pathId))],
  custom_emoji: ({ file_name: name }, realmId) =>
    [String(name), stillName(String(name))].map((one) => one && storedEmoji(realmId, one)),
};

export const tablesWithFiles = Object.keys(storedBy) as readonly ExportedTable[];

/** The names in the file store of what a row refers to; always as many of a row, and in one order. */
export const storedFiles = (table: ExportedTable, row: Fields, realmId: number): readonly string[] =>
  storedBy[table]?.(row, realmId).filter((name) => name !== null) ?? [];
