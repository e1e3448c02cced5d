import { randomBytes } from "node:crypto";

/** Where files are kept in the store. */
export const ATTACHMENT_PREFIX = "attachments/";

/** Longest name of a file in its address without the extension, and longest one that is shown, in characters. */
const MAX_URL_NAME_CHARACTERS = 80;
const MAX_DISPLAY_NAME_CHARACTERS = 200;

/** What nobody guesses. */
const RANDOM_BYTES = 24;

/** Beginning of a file's address: its organization, and what nobody guesses. */
export function newPathPrefix(realmId: number): string {
  const random = randomBytes(RANDOM_BYTES).toString("hex");
  return `${realmId}/${random.slice(0, 2)}/${random.slice(2)}`;
}

/** The name in the file store, which no person has chosen any part of, for a file's address or the beginning of one. */
export const storageKey = (pathId: string): string => ATTACHMENT_PREFIX + pathId.split("/").slice(0, 3).join("/");

/** What a file is called, as people see it: the last part of a path, on one line, not too long. */
export function displayFileName(name: string): string {
  const last = name.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim();
  return truncateFileName(visible, MAX_DISPLAY_NAME_CHARACTERS) || "uploaded-file";
}

/** The same in an address, where every program writes it alike: letters, digits, dots, `-` and `_`. */
export function urlFileName(shown: string): string {
  const plain = shown
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w.-]+/g, "-");
  const extension = /\.\w{1,10}$/.exec(plain)?.[0] ?? "";
  const stem = plain.slice(0, plain.length - extension.length).replace(/^[-.]+|[-.]+$/g, "");
  return (stem.slice(0, MAX_URL_NAME_CHARACTERS) || "uploaded-file") + extension;
}

/** At most so many characters, of which the last are the extension. */
function truncateFileName(name: string, most: number): string {
  const characters = [...name];
  if (characters.length <= most) return name;
  const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? "";
  return characters.slice(0, most - extension.length).join("") + extension;
}
