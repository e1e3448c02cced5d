import { decodeText } from "./charset.ts";
import { decodeQuotedPrintable } from "./transfer-encoding.ts";

/** An encoded word (RFC 2047). */
const ENCODED_WORD = /=\?([^?\s*]{1,40})(?:\*[^?\s]{0,40})?\?([bq])\?([^?\s]*)\?=/gi;

/** Decodes the encoded words in a header. White space between two encoded words is dropped. */
export function decodeWords(text: string): string {
  const decoded: string[] = [];
  /**
   * Bytes of adjacent encoded words. They are decoded together, because some programs split a character between two
   * words.
   */
  let pending: { charset: string; bytes: Buffer[] } | undefined;
  const flush = () => {
    if (pending) decoded.push(decodeText(Buffer.concat(pending.bytes), pending.charset));
    pending = undefined;
  };
  let end = 0;
  for (const match of text.matchAll(ENCODED_WORD)) {
    const [whole, label = "", encoding = "", content = ""] = match;
    const charset = label.toLowerCase();
    const between = text.slice(end, match.index);
    const isAdjacent = end > 0 && between.trim() === "";
    if (!isAdjacent || pending?.charset !== charset) flush();
    if (!isAdjacent) decoded.push(between);
    pending ??= { charset, bytes: [] };
    pending.bytes.push(decodeWord(encoding, content));
    end = match.index + whole.length;
  }
  flush();
  decoded.push(text.slice(end));
  return decoded.join("");
}

const decodeWord = (encoding: string, content: string): Buffer =>
  encoding.toLowerCase() === "b"
    ? Buffer.from(content, "base64")
    : decodeQuotedPrintable(Buffer.from(content.replaceAll("_", " "), "utf8"));
