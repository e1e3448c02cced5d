import { findInvalidCharacter } from "../core/channel-names.ts";
import { EmptyFolderName, InvalidFolderNameCharacter } from "./errors.ts";

export const MAX_FOLDER_NAME_LENGTH = 100;
export const MAX_FOLDER_DESCRIPTION_LENGTH = 1024;

/**
 * Normalizes a folder's name for storage.
 * @throws EmptyFolderName, InvalidFolderNameCharacter
 */
export function parseFolderName(text: string): string {
  const name = text.trim();
  if (name === "") throw new EmptyFolderName();
  const position = findInvalidCharacter(name);
  if (position > 0) throw new InvalidFolderNameCharacter({ position });
  return name;
}
