import { TextDecoder } from "node:util";
import type { Fetched } from "#kernel/outgoing/fetch-document.ts";

/** How much of a page may come before it says in which encoding it is written. */
const PRESCAN_BYTES = 1024;

/** The text of a page: in the encoding of its byte order mark, its header or its own words; UTF-8 otherwise. */
export function decode({ body, charset }: Pick<Fetched, "body" | "charset">): string {
  return decoderOf(marked(body) ?? charset ?? declared(body) ?? "utf-8").decode(body);
}

function marked(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  return body[0] === 0xff && body[1] === 0xfe ? "utf-16le" : undefined;
}

function declared(body: Buffer): string | undefined {
  const beginning = body.subarray(0, PRESCAN_BYTES).toString("latin1");
  const charset = /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(beginning)?.[1];
  // Who can read that much has another encoding than that.
  return charset && /^utf-16/i.test(charset) ? "utf-8" : charset;
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
