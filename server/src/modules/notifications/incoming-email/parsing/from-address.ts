import { decodeWords } from "./encoded-words.ts";
import { type Header } from "./headers.ts";

export interface Sender {
  readonly name: string;
  /** In lower case. */
  readonly address: string;
}

const MAX_FROM_CHARACTERS = 2000;
const ADDRESS = /^[^\s<>()[\]",;:\\@]{1,64}@[^\s<>()[\]",;:\\@]{1,255}$/;
/** A quoted string, a comment, an address in angle brackets, a separator, or other text. */
const TOKEN = /"((?:[^"\\]|\\.)*)"|\((?:[^()\\]|\\.)*\)|<([^<>"]*)>|[,;]|([^"()<>,;\\]+)|(.)/gsu;

/**
 * Returns the one sender of an email, or the reason why there is none. Mail servers and mail programs differ in whom of several
 * they take for the sender, so that the one whom the mail server has verified need not be the one whom this server takes.
 */
export function parseSender(headers: readonly Header[]): Sender | { readonly problem: string } {
  const values = headers.filter(({ name }) => name === "from").map(({ value }) => value);
  if (values.length > 1) return { problem: "the email has more than one From header" };
  const [value = ""] = values;
  const parsed = value.length <= MAX_FROM_CHARACTERS && parseMailboxes(value);
  if (!parsed) return { problem: "the From header of the email cannot be read" };
  const addresses = new Set(parsed.addresses.map((address) => address.toLowerCase()));
  const [address] = addresses;
  if (address === undefined) return { problem: "the email does not say who wrote it" };
  if (addresses.size > 1) return { problem: "the email has more than one From address" };
  if (!ADDRESS.test(address)) return { problem: "the From address of the email cannot be read" };
  return { name: decodeWords(parsed.name).trim(), address };
}

/** Null: it is not clear where one address ends and the next begins. */
function parseMailboxes(value: string): { readonly name: string; readonly addresses: readonly string[] } | null {
  const addresses: string[] = [];
  const names: string[] = [];
  let wasQuoted = false;
  for (const [, quoted, bracketed, text, stray] of value.matchAll(TOKEN)) {
    if (stray !== undefined || (wasQuoted && text?.startsWith("@"))) return null;
    if (quoted !== undefined) names.push(quoted.replaceAll(/\\(.)/gs, "$1"));
    if (bracketed !== undefined) addresses.push(bracketed.trim());
    for (const word of text?.split(/\s+/) ?? []) {
      if (word.includes("@")) addresses.push(word);
      else if (word !== "") names.push(word);
    }
    wasQuoted = quoted !== undefined;
  }
  return { name: names.join(" "), addresses: addresses.filter((address) => address !== "") };
}
