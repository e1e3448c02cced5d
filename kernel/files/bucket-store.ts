import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import { errorText } from "../base/error-description.ts";
import { readResponseBody } from "../outgoing/read-response.ts";
import { parseXml, childText } from "./bucket-xml.ts";
import type { BucketSettings } from "./settings.ts";
import { type ByteRange, type FileStore, type ListedFile, assertFileName } from "./file-store.ts";

/** Yields the same bytes in chunks of equal size; the last chunk may be smaller. Holds only one chunk in memory. */
async function* rechunk(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let piece = new Uint8Array(0);
  let filled = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length;) {
      const part = chunk.subarray(from, from + size - filled);
      piece = growChunk(piece, filled + part.length, size);
      piece.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled === size) {
        yield piece;
        // The buffer can be reused: when the consumer requests the next chunk, it no longer needs this one.
        filled = 0;
      }
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/**
 * Returns a larger buffer with the same content if the buffer is too small. Growing on demand saves memory for small
 * files.
 */
function growChunk(piece: Uint8Array<ArrayBuffer>, needed: number, maxBytes: number): Uint8Array<ArrayBuffer> {
  if (needed <= piece.length) return piece;
  const larger = new Uint8Array(Math.min(maxBytes, Math.max(needed, 2 * piece.length)));
  larger.set(piece);
  return larger;
}

/**
 * Size of the parts in which large files are uploaded. S3 requires at least this size for all parts except the last.
 */
const PART_BYTES = 5 * 2 ** 20;

/** Maximum size of a response that is read completely. Lists of up to a thousand names fit. */
const MAX_RESPONSE_BYTES = 16 * 2 ** 20;
/** Maximum number of bytes read from an error response. */
const MAX_ERROR_BYTES = 65_536;
const MAX_REASON_CHARACTERS = 500;
const RESPONSE_TIMEOUT_MS = 120_000;

/** Maximum number of retries of a request after a temporary failure of the service. */
const MAX_RETRIES = 4;

/** Thrown if the bucket did not carry out a request. */
class BucketError extends Error {
  override readonly name = "BucketError";
}

interface BucketRequest {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  readonly body?: Uint8Array<ArrayBuffer> | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Stores files in a bucket of an S3-compatible service. */
export class BucketStore implements FileStore {
  // A part, and the chunk that follows it.
  readonly bytesPerPut = PART_BYTES + 256 * 1024;
  readonly #url: string;
  readonly #client: AwsClient;
  readonly #responseTimeoutMs: number;

  /**
   * `responseTimeoutMs`: maximum time until the service starts to respond, including retries. The default is long
   * enough to upload a part over a slow connection.
   */
  constructor({ url, region, keyId, secret }: BucketSettings, responseTimeoutMs = RESPONSE_TIMEOUT_MS) {
    this.#url = url;
    this.#responseTimeoutMs = responseTimeoutMs;
    this.#client = new AwsClient({
      accessKeyId: keyId,
      secretAccessKey: secret,
      region,
      service: "s3",
      retries: MAX_RETRIES,
    });
  }

  async put(name: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    const source = rechunk(content, PART_BYTES);
    const first = await source.next();
    const start = first.done ? new Uint8Array() : first.value;
    if (start.length < PART_BYTES) {
      await this.#request(name, { method: "PUT", body: start });
      return start.length;
    }
    return this.#putParts(name, start, source);
  }

  async get(name: string, range?: ByteRange): Promise<Readable | null> {
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const answer = await this.#request(name, { method: "GET", headers }, [404]);
    if (answer.status === 404 || answer.body === null) {
      await answer.body?.cancel();
      return answer.status === 404 ? null : Readable.from([]);
    }
    if (range && answer.status !== 206) {
      await answer.body.cancel();
      throw new BucketError("the bucket returned a whole file instead of a range");
    }
    return Readable.fromWeb(answer.body as ReadableStream);
  }

  async delete(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#delete(name, "");
  }

  async *list(prefix: string): AsyncIterable<ListedFile> {
    let token = "";
    const former = new Set<string>();
    do {
      if (former.has(token)) throw new BucketError("the bucket lists the same files again and again");
      former.add(token);
      const query = new URLSearchParams({ "list-type": "2", prefix });
      if (token !== "") query.set("continuation-token", token);
      const answer = await this.#request(null, { method: "GET" }, [], `?${query.toString()}`);
      const result = parseXml(await readText(answer));
      for (const entry of result.children.filter(({ name }) => name === "Contents")) {
        const storedAt = new Date(childText(entry, "LastModified"));
        yield { name: childText(entry, "Key"), size: Number(childText(entry, "Size")), storedAt };
      }
      token = childText(result, "NextContinuationToken");
    } while (token !== "");
  }

  /**
   * Uploads the parts one after the other, so that only one is in memory. The file exists once the last request has
   * completed the upload.
   */
  async #putParts(name: string, first: Uint8Array<ArrayBuffer>, rest: AsyncIterable<Uint8Array<ArrayBuffer>>) {
    const initiated = await this.#request(name, { method: "POST" }, [], "?uploads=");
    const upload = `uploadId=${encodeURIComponent(childText(parseXml(await readText(initiated)), "UploadId"))}`;
    try {
      const tags: string[] = [];
      let size = 0;
      const send = async (body: Uint8Array<ArrayBuffer>) => {
        const query = `?partNumber=${tags.length + 1}&${upload}`;
        const { headers } = await this.#request(name, { method: "PUT", body }, [], query);
        tags.push(headers.get("etag") ?? "");
        size += body.length;
      };
      await send(first);
      for await (const piece of rest) await send(piece);
      await this.#complete(name, upload, tags);
      return size;
    } catch (error) {
      await this.#delete(name, `?${upload}`).catch(() => undefined);
      throw error;
    }
  }

  async #complete(name: string, upload: string, tags: readonly string[]): Promise<void> {
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
    const answer = await this.#request(name, { method: "POST", body }, [], `?${upload}`);
    // The service may respond with status 200 first, and report a failure only in the body.
    const result = parseXml(await readText(answer));
    if (result.name === "Error")
      throw new BucketError(`the bucket could not complete the upload: ${childText(result, "Code")}`);
  }

  async #delete(name: string, query: string): Promise<void> {
    const answer = await this.#request(name, { method: "DELETE" }, [404], query);
    await answer.body?.cancel();
  }

  /**
   * Sends a request for a file, or for the bucket itself if `name` is null. Rejects unless the status means success or
   * is one of `expected`.
   */
  async #request(
    name: string | null,
    request: BucketRequest,
    expected: readonly number[] = [],
    query = "",
  ): Promise<Response> {
    if (name !== null) assertFileName(name);
    const path = name === null ? "" : `/${name}`;
    const { method, body = "", headers = {} } = request;
    const hash = createHash("sha256").update(body).digest("hex");
    const late = new AbortController();
    const timeout = setTimeout(
      () => late.abort(new BucketError("the bucket does not respond")),
      this.#responseTimeoutMs,
    );
    const answer = await this.#client
      .fetch(`${this.#url}${path}${query}`, {
        method,
        headers: { ...headers, "x-amz-content-sha256": hash },
        // Redirects are not followed: the signature is valid for this URL only, and the target might be in the server's
        // own network.
        redirect: "manual",
        signal: late.signal,
        ...(body.length > 0 && { body }),
      })
      .finally(() => clearTimeout(timeout));
    if (answer.ok || expected.includes(answer.status)) return answer;
    const reason = await readText(answer, MAX_ERROR_BYTES).then(
      (text) => text.slice(0, MAX_REASON_CHARACTERS),
      (error: unknown) => errorText(error),
    );
    throw new BucketError(`the bucket responded to ${method} with ${answer.status}: ${reason}`);
  }
}

const readText = async (answer: Response, maxBytes = MAX_RESPONSE_BYTES): Promise<string> =>
  (await readResponseBody(answer, maxBytes)).toString();

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
