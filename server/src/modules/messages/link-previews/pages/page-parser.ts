// Entry point of a separate process that parses pages of other sites.
import { serveParser } from "@parlance/kernel/untrusted-parsing/serve-parser.ts";
import { type PageMetadata, parsePageMetadata } from "./page-metadata.ts";

import { Parser } from "htmlparser2";
import { TextDecoder } from "node:util";
import type { FetchedDocument } from "@parlance/kernel/outgoing/fetch-document.ts";

/** Number of bytes at the start of a page in which the page may declare its encoding. */
const PRESCAN_BYTES = 1024;

/**
 * Decodes a page. The encoding is taken from the byte order mark, the response's header or the page's own declaration,
 * in this order. The default is UTF-8.
 */
function decodeHtml({ body, charset }: Pick<FetchedDocument, "body" | "charset">): string {
  return createDecoder(byteOrderMarkEncoding(body) ?? charset ?? declaredEncoding(body) ?? "utf-8").decode(body);
}

function byteOrderMarkEncoding(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  return body[0] === 0xff && body[1] === 0xfe ? "utf-16le" : undefined;
}

function declaredEncoding(body: Buffer): string | undefined {
  const start = body.subarray(0, PRESCAN_BYTES).toString("latin1");
  const charset = /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1];
  // A page whose declaration can be read as ASCII is not encoded in UTF-16.
  return charset && /^utf-16/i.test(charset) ? "utf-8" : charset;
}

function createDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

/**
 * Extracts the video player from the HTML of an oEmbed response. Only the URL of its frame is used, and only if its
 * host is one of `hosts`. Returns null if the HTML contains no such player.
 */
function extractPlayer(html: string, hosts: readonly string[]): string | null {
  let source: string | undefined;
  const onopentag = (name: string, { src }: Readonly<Record<string, string>>) => {
    if (name === "iframe") source ??= src;
  };
  new Parser({ onopentag }).end(html);
  const url = URL.parse(source?.startsWith("//") ? `https:${source}` : (source ?? ""));
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || !hosts.includes(url.hostname))
    return null;
  const address = url.href.replace(/[&"'<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<iframe allowfullscreen src="${address}"></iframe>`;
}

/** Niceness of the process, so that the server's other processes have priority. */
const PROCESS_NICENESS = 10;

/**
 * A page to parse, or the HTML of a video player in an oEmbed response, with the hosts from which players may be
 * embedded.
 */
export type PageInput =
  | { readonly kind: "page"; readonly body: Uint8Array; readonly charset: string | undefined }
  | { readonly kind: "player"; readonly html: string; readonly hosts: readonly string[] };

export interface PageOutput {
  readonly metadata?: PageMetadata;
  readonly player?: string | null;
}

const parse = (input: PageInput): PageOutput =>
  input.kind === "page"
    ? { metadata: parsePageMetadata(decodeHtml({ body: Buffer.from(input.body), charset: input.charset })) }
    : { player: extractPlayer(input.html, input.hosts) };

serveParser(parse, { niceness: PROCESS_NICENESS });
