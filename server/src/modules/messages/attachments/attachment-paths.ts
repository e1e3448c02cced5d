import { randomBytes } from "node:crypto";

/** Prefix of uploaded files in the file store. */
export const ATTACHMENT_PREFIX = "attachments/";

/**
 * Maximum lengths in characters: of a file name in a URL (not counting its extension), and of a file name for display.
 */
const MAX_URL_NAME_CHARACTERS = 80;
const MAX_DISPLAY_NAME_CHARACTERS = 200;

/** Number of random bytes that make a path id impossible to guess. */
const RANDOM_BYTES = 24;

/**
 * Creates the start of a new file's path id: the organization's id, followed by random characters that cannot be
 * guessed.
 */
export function newPathPrefix(realmId: number): string {
  const random = randomBytes(RANDOM_BYTES).toString("hex");
  return `${realmId}/${random.slice(0, 2)}/${random.slice(2)}`;
}

/**
 * Returns the key in the file store for a path id or its prefix. The key does not contain the file name, so that users
 * have no influence on it.
 */
export const storageKey = (pathId: string): string => ATTACHMENT_PREFIX + pathId.split("/").slice(0, 3).join("/");

/** Returns the file name for display: the last section of the path `name`, on one line and limited in length. */
export function displayFileName(name: string): string {
  const last = name.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim();
  return truncateFileName(visible, MAX_DISPLAY_NAME_CHARACTERS) || "uploaded-file";
}

/**
 * Returns the file name for a URL. It contains only characters that every program encodes in the same way: word
 * characters, `.` and `-`.
 */
export function urlFileName(shown: string): string {
  const plain = shown
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w.-]+/g, "-");
  const extension = /\.\w{1,10}$/.exec(plain)?.[0] ?? "";
  const stem = plain.slice(0, plain.length - extension.length).replace(/^[-.]+|[-.]+$/g, "");
  return (stem.slice(0, MAX_URL_NAME_CHARACTERS) || "uploaded-file") + extension;
}

/** Truncates a file name to `maxLength` characters. The extension is preserved. */
function truncateFileName(name: string, maxLength: number): string {
  const characters = [...name];
  if (characters.length <= maxLength) return name;
  const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? "";
  return characters.slice(0, maxLength - extension.length).join("") + extension;
}
