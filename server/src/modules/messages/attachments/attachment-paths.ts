import { randomBytes } from "node:crypto";

/** Prefix of uploaded files in the file store. */
export const ATTACHMENT_PREFIX = "attachments/";

/** Maximum lengths in characters: of the file name in a URL without its extension, and of the displayed name. */
const MAX_URL_NAME_CHARACTERS = 80;
const MAX_DISPLAY_NAME_CHARACTERS = 200;

/** Length of the unguessable section of a path id. */
const RANDOM_BYTES = 24;

/**
 * Creates the first section of a new file's path id: the organization's id and random characters that cannot be
 * guessed.
 */
export function newPathPrefix(realmId: number): string {
  const random = randomBytes(RANDOM_BYTES).toString("hex");
  return `${realmId}/${random.slice(0, 2)}/${random.slice(2)}`;
}

/** The key in the file store for a path id or its prefix. No section of the key is chosen by a user. */
export const storageKey = (pathId: string): string => ATTACHMENT_PREFIX + pathId.split("/").slice(0, 3).join("/");

/** The file name for display: the last section of a path, on one line and limited in length. */
export function displayFileName(name: string): string {
  const last = name.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim();
  return truncateFileName(visible, MAX_DISPLAY_NAME_CHARACTERS) || "uploaded-file";
}

/** The file name for a URL, in characters that every program encodes alike: word characters, dots and `-`. */
export function urlFileName(shown: string): string {
  const plain = shown
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w.-]+/g, "-");
  const extension = /\.\w{1,10}$/.exec(plain)?.[0] ?? "";
  const stem = plain.slice(0, plain.length - extension.length).replace(/^[-.]+|[-.]+$/g, "");
  return (stem.slice(0, MAX_URL_NAME_CHARACTERS) || "uploaded-file") + extension;
}

/** Truncates a file name to `most` characters, keeping its extension at the end. */
function truncateFileName(name: string, most: number): string {
  const characters = [...name];
  if (characters.length <= most) return name;
  const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? "";
  return characters.slice(0, most - extension.length).join("") + extension;
}
