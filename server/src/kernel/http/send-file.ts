import { collectingSpent } from "../files/buffer-garbage-collection.ts";
import { conclude, failMidway, finish } from "./send-response.ts";
import { askedRange } from "./byte-ranges.ts";
import type { Exchange } from "./exchange.ts";
import { begin, type Headers, sendPieces } from "./write-response.ts";
import type { FileContent, Refusal } from "./resource.ts";
import { contentPolicy } from "./security-headers.ts";
import type { Services } from "./services.ts";

/** Opened by itself, a file is shown or played, and nothing else: nothing in it runs, or belongs to this site. */
const POLICY = contentPolicy({
  "img-src": "'self'",
  "media-src": "'self'",
  "style-src": "'unsafe-inline'",
  sandbox: "",
});

/** Sends a file, or the part of it that is asked for. Who has it already is told so. */
export async function deliverFile(services: Services, exchange: Exchange, file: FileContent): Promise<void> {
  const etag = `"${file.tag}"`;
  const headers: Headers = {
    etag,
    "accept-ranges": "bytes",
    "content-disposition": file.disposition,
    // Whoever may see it today may not tomorrow: it is asked for again each time, which mostly costs no more than this.
    "cache-control": "private, no-cache",
    "content-security-policy": POLICY,
  };
  const { contentType } = file;
  if (isKnown(exchange, etag)) return conclude(services, exchange, { status: 304, contentType, body: "", headers });
  const isSame = (exchange.header("if-range") ?? etag) === etag;
  const range = isSame ? askedRange(exchange.header("range"), file.size) : undefined;
  if (range === null) {
    const whole = { ...headers, "content-range": `bytes */${file.size}` };
    return conclude(services, exchange, { status: 416, contentType: "text/plain", body: "", headers: whole });
  }
  const content = exchange.request.method === "HEAD" ? [] : await file.open(range);
  if (content === null) return tell(services, exchange, { status: 404, text: GONE });
  const status = range ? 206 : 200;
  const length = range ? range.end - range.start + 1 : file.size;
  const part: Headers = range ? { "content-range": `bytes ${range.start}-${range.end}/${file.size}` } : {};
  begin(exchange.reply, { status, contentType, length, headers: { ...headers, ...part } });
  try {
    await sendPieces(exchange.reply, collectingSpent(content as AsyncIterable<Buffer>));
    finish(services, exchange, status, () => "");
  } catch (error) {
    failMidway(services, exchange, error);
  }
}

const isKnown = (exchange: Exchange, etag: string): boolean =>
  exchange
    .header("if-none-match")
    ?.split(/\s*,\s*/)
    .some((one) => one.replace(/^W\//, "") === etag) ?? false;

const GONE = "This file does not exist or has been deleted.";

/** Shows a page that says why there is nothing. The text is the server's own. */
export function tell(services: Services, exchange: Exchange, { status, text }: Refusal): void {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${text}</title><p>${text}</p></html>\n`;
  conclude(services, exchange, { status, contentType: "text/html; charset=utf-8", body });
}
