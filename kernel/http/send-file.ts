import { withGarbageCollection } from "../files/buffer-garbage-collection.ts";
import { sendResponse, recordIncompleteResponse, recordJsonResponse } from "./send-response.ts";
import type { Exchange } from "./exchange.ts";
import { writeHead, type ResponseHeaders, writeChunks } from "./write-response.ts";
import type { FileContent, ResourceUnavailable } from "./resource.ts";
import { createContentPolicy } from "./security-headers.ts";
import type { Services } from "./services.ts";
import type { ByteRange } from "../files/file-store.ts";

/**
 * Returns the range that a `Range` header requests. Undefined means the whole file, also if the header is invalid or
 * requests several ranges. Null means that the range is outside of the file.
 */
function parseRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start < size ? { start, end } : null;
}

/**
 * Content security policy for a file that is opened as a page: the file is shown or played, but cannot run scripts or
 * access this site.
 */
const FILE_CONTENT_POLICY = createContentPolicy({
  "img-src": "'self'",
  "media-src": "'self'",
  "style-src": "'unsafe-inline'",
  sandbox: "",
});

/** Sends a file or the requested range of it. If the client already has the current content, sends 304 instead. */
export async function sendFile(services: Services, exchange: Exchange, file: FileContent): Promise<void> {
  const etag = `"${file.tag}"`;
  const headers: ResponseHeaders = {
    etag,
    "accept-ranges": "bytes",
    "content-disposition": file.disposition,
    // A user may lose access to the file, so browsers must ask for it each time. If the file is unchanged, the response
    // is 304 without a body.
    "cache-control": "private, no-cache",
    "content-security-policy": FILE_CONTENT_POLICY,
  };
  const { contentType } = file;
  if (isNotModified(exchange, etag))
    return sendResponse(services, exchange, { status: 304, contentType, body: "", headers });
  const isSame = (exchange.header("if-range") ?? etag) === etag;
  const range = isSame ? parseRange(exchange.header("range"), file.size) : undefined;
  if (range === null) {
    const whole = { ...headers, "content-range": `bytes */${file.size}` };
    return sendResponse(services, exchange, { status: 416, contentType: "text/plain", body: "", headers: whole });
  }
  const content = exchange.request.method === "HEAD" ? [] : await file.open(range);
  if (content === null) return sendMessagePage(services, exchange, { status: 404, text: FILE_GONE_MESSAGE });
  const status = range ? 206 : 200;
  const length = range ? range.end - range.start + 1 : file.size;
  const part: ResponseHeaders = range ? { "content-range": `bytes ${range.start}-${range.end}/${file.size}` } : {};
  writeHead(exchange.reply, { status, contentType, length, headers: { ...headers, ...part } });
  try {
    await writeChunks(exchange.reply, withGarbageCollection(content as AsyncIterable<Buffer>));
    recordJsonResponse(services, exchange, status, () => "");
  } catch (error) {
    recordIncompleteResponse(services, exchange, error);
  }
}

const isNotModified = (exchange: Exchange, etag: string): boolean =>
  exchange
    .header("if-none-match")
    ?.split(/\s*,\s*/)
    .some((one) => one.replace(/^W\//, "") === etag) ?? false;

const FILE_GONE_MESSAGE = "This file does not exist or has been deleted.";

/**
 * Sends a page that states why there is no content. `text` must be one of the server's own texts, because it is not
 * escaped.
 */
export function sendMessagePage(services: Services, exchange: Exchange, { status, text }: ResourceUnavailable): void {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${text}</title><p>${text}</p></html>\n`;
  sendResponse(services, exchange, { status, contentType: "text/html; charset=utf-8", body });
}
