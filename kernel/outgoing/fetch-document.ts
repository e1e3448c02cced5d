import { request, type IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import { connect } from "./connect.ts";
import type { SsrfGuard } from "./ssrf-guard.ts";
import { FetchRejected } from "./fetch-errors.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** How documents of other sites are fetched. */
export interface FetchPolicy {
  readonly guard: SsrfGuard;
  readonly proxy?: string | undefined;
  readonly userAgent: string;
}

interface DocumentRequest {
  /** Media types that are taken. */
  readonly types: readonly string[];
  /** Ends it: too late, or the server stops. */
  readonly signal: AbortSignal;
  /** Default: `MAX_BYTES`. */
  readonly maxBytes?: number;
  /** Default: 4. */
  readonly maxRedirects?: number;
}

/** A document of another site, or its beginning. */
export interface FetchedDocument {
  /** Where it was in the end. */
  readonly url: URL;
  readonly charset: string | undefined;
  readonly body: Buffer;
}

const MAX_REDIRECTS = 4;
/** Of a document, unpacked. What comes behind is not fetched. */
export const MAX_DOCUMENT_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** @throws FetchRejected if it cannot be had, or errors of the network */
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
  const asking = request({
    createConnection: () => socket,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, "user-agent": userAgent, accept: types.join(", "), "accept-encoding": "gzip, br" },
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  asking.once("response", resolve);
  // Also what goes wrong later ends here; reading the answer then fails by itself.
  asking.on("error", reject);
  // An answer that is none, such as one that changes the protocol, ends the connection without a word.
  asking.once("close", () => reject(new FetchRejected("not answered")));
  asking.end();
  return unlessAborted(promise, signal);
}

function findRedirect({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | null {
  if (statusCode === 200) return null;
  const target = [301, 302, 303, 307, 308].includes(statusCode) ? URL.parse(headers.location ?? "", url.href) : null;
  if (!target) throw new FetchRejected(`answered with ${statusCode}`);
  return target;
}

/** The encoding of characters that the answer names, if its media type is one that is wanted. */
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

/** Unpacks as it comes, in pieces of 16 KiB: however much there is in little, no more than is wanted is ever unpacked. */
function decompress(answer: IncomingMessage): Readable {
  const encoding = (answer.headers["content-encoding"] ?? "identity").toLowerCase();
  if (encoding === "identity") return answer;
  if (encoding !== "gzip" && encoding !== "br") throw new FetchRejected("packed in a way that was not asked for");
  // Errors are passed on to the reader.
  return pipeline(answer, encoding === "gzip" ? createUnzip() : createBrotliDecompress(), () => undefined);
}
