import { request, type IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import { connect } from "./connect.ts";
import type { SsrfGuard } from "./ssrf-guard.ts";
import { FetchRejected } from "./fetch-errors.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** Settings for fetching documents of other sites. */
export interface FetchPolicy {
  readonly guard: SsrfGuard;
  readonly proxy?: string | undefined;
  readonly userAgent: string;
}

interface DocumentRequest {
  /** Accepted media types. */
  readonly types: readonly string[];
  /** Aborts the request, for a timeout or a shutdown. */
  readonly signal: AbortSignal;
  /** Maximum size of the document, in bytes. Default: `MAX_DOCUMENT_BYTES`. */
  readonly maxBytes?: number;
  /** Maximum number of redirects. Default: 4. */
  readonly maxRedirects?: number;
}

/** A document of another site. If it is larger than the limit, only its start. */
export interface FetchedDocument {
  /** URL of the document after redirects. */
  readonly url: URL;
  readonly charset: string | undefined;
  readonly body: Buffer;
}

const MAX_REDIRECTS = 4;
/** Default maximum size of a decompressed document, in bytes. The rest is not fetched. */
export const MAX_DOCUMENT_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** @throws FetchRejected if the document cannot be fetched, or network errors */
export async function fetchDocument(
  policy: FetchPolicy,
  start: URL,
  wanted: DocumentRequest,
): Promise<FetchedDocument> {
  const { maxBytes = MAX_DOCUMENT_BYTES, maxRedirects = MAX_REDIRECTS } = wanted;
  let url = start;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const answer = await sendRequest(policy, url, wanted);
    try {
      const target = findRedirect(answer, url);
      if (!target) return { url, charset: assertContentType(answer, wanted), body: await readBody(answer, maxBytes) };
      url = target;
    } finally {
      answer.destroy();
    }
  }
  throw new FetchRejected("redirected too often");
}

async function sendRequest(
  { guard, proxy, userAgent }: FetchPolicy,
  url: URL,
  { types, signal }: DocumentRequest,
): Promise<IncomingMessage> {
  const admitted = await unlessAborted(guard.resolveTarget(url), signal);
  const isEncrypted = url.protocol === "https:";
  const socket = await unlessAborted(connect(admitted, { isEncrypted, proxy, signal }), signal);
  const outgoing = request({
    createConnection: () => socket,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, "user-agent": userAgent, accept: types.join(", "), "accept-encoding": "gzip, br" },
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  outgoing.once("response", resolve);
  // Also handles errors after the response has started. Reading the response then fails too.
  outgoing.on("error", reject);
  // An irregular response, such as a protocol upgrade, closes the connection without an error.
  outgoing.once("close", () => reject(new FetchRejected("not answered")));
  outgoing.end();
  return unlessAborted(promise, signal);
}

function findRedirect({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | null {
  if (statusCode === 200) return null;
  const target = [301, 302, 303, 307, 308].includes(statusCode) ? URL.parse(headers.location ?? "", url.href) : null;
  if (!target) throw new FetchRejected(`answered with ${statusCode}`);
  return target;
}

/** Returns the character encoding of the response. Throws if its media type is not accepted. */
function assertContentType({ headers }: IncomingMessage, { types }: DocumentRequest): string | undefined {
  const [type = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";");
  if (!types.includes(type.trim())) throw new FetchRejected("not of a type that is wanted");
  return /^\s*charset\s*=\s*"?([^"\s]+)/.exec(parameters.find((one) => one.includes("charset")) ?? "")?.[1];
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of decompress(answer) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/**
 * Decompresses the response while it is received, in chunks of 16 KiB. If a small response expands enormously, only as
 * much as needed is decompressed.
 */
function decompress(answer: IncomingMessage): Readable {
  const encoding = (answer.headers["content-encoding"] ?? "identity").toLowerCase();
  if (encoding === "identity") return answer;
  if (encoding !== "gzip" && encoding !== "br")
    throw new FetchRejected("compressed with an encoding that was not requested");
  // The reader of the pipeline gets its errors, so the callback ignores them.
  return pipeline(answer, encoding === "gzip" ? createUnzip() : createBrotliDecompress(), () => undefined);
}
