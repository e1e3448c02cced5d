// A separate process that parses pages of other sites.
import { serveParser } from "@parlance/kernel/untrusted-parsing/serve-parser.ts";
import { type PageMetadata, parsePageMetadata } from "./page-metadata.ts";

import { Parser } from "htmlparser2";
import { TextDecoder } from "node:util";
import type { FetchedDocument } from "@parlance/kernel/outgoing/fetch-document.ts";

/** Length of the page's start in which its encoding may be declared. */
const PRESCAN_BYTES = 1024;

/**
 * Decodes a page, in the encoding of its byte order mark, its header or its own declaration. UTF-8 if none is given.
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
  const beginning = body.subarray(0, PRESCAN_BYTES).toString("latin1");
  const charset = /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(beginning)?.[1];
  // A declaration that is readable as ASCII cannot be in UTF-16.
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
 * Extracts the player frame from a site's HTML. Only the player's URL is used, and it must be on one of the hosts.
 * Returns null if there is none.
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

/** Gives other processes of the server priority. */
const PROCESS_NICENESS = 10;

/** A page to parse, or the HTML of a video's player with the hosts that are allowed for it. */
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
