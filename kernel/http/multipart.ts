import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { BodyTooLarge, MalformedBody, TooManyParameters } from "./errors.ts";
import type { FileRule, ReceivedFiles } from "./uploaded-files.ts";
import { type Fields, createFields } from "./form.ts";
import type { IncomingBody } from "./incoming-body.ts";
import { MAX_FIELDS, MAX_VALUE_LENGTH } from "./limits.ts";

/** What a form in several parts holds. */
interface MultipartBody {
  readonly fields: Fields;
  readonly files: ReceivedFiles;
}

/**
 * Reads a body in several parts, whose format is in its headers. It keeps the files that the rule allows, and none without
 * a rule: the rest is skipped as it arrives.
 */
export async function parseMultipart(
  headers: IncomingHttpHeaders,
  body: IncomingBody,
  rule?: FileRule,
): Promise<MultipartBody> {
  const fields = createFields();
  const files: ReceivedFiles = { count: 0, first: null, isTooLarge: false };
  const parser = createMultipartParser(headers, rule?.maxBytes);
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  let problem: Error | undefined;
  const fail = (error: Error) => {
    problem ??= error;
    resolve();
  };

  parser.on("field", (name: string | undefined, value: string, nameTruncated: boolean, valueTruncated: boolean) => {
    if (nameTruncated || valueTruncated) fail(new BodyTooLarge(MAX_VALUE_LENGTH));
    // A part in UTF-16 may have unpaired surrogates. They become replacement characters, as what is no valid UTF-8 does.
    else if (name !== undefined && !(name in fields)) fields[name] = value.toWellFormed();
  });
  // Where nobody listens to it, the parser throws the files away as they come.
  if (rule) parser.on("file", (_field, stream, name, _encoding, type) => receiveFile(files, stream, name, type));
  parser.on("fieldsLimit", () => fail(new TooManyParameters()));
  parser.on("partsLimit", () => fail(new TooManyParameters()));
  parser.on("error", () => fail(new MalformedBody()));
  parser.on("finish", resolve);

  await body.read((chunk) => {
    parser.write(chunk);
    if (problem) throw problem;
  });
  parser.end();
  await finished;
  if (problem) throw problem;
  return { fields, files };
}

/** Takes in one file. If there are several, they are counted and the first is kept. */
function receiveFile(files: ReceivedFiles, stream: Readable, name: string | undefined, contentType: string): void {
  let isTooLarge = false;
  let chunks: Buffer[] = [];
  stream.on("limit", () => {
    isTooLarge = true;
    chunks = [];
  });
  stream.on("data", (chunk: Buffer) => {
    if (!isTooLarge) chunks.push(chunk);
  });
  // Broken off by the sender; the message tells of it too.
  stream.on("error", () => undefined);
  stream.on("end", () => {
    const bytes = Buffer.concat(chunks);
    // A browser whose user has chosen nothing sends a file without a name or content.
    if (!name && bytes.length === 0 && !isTooLarge) return;
    files.count += 1;
    if (files.count > 1) return;
    files.isTooLarge = isTooLarge;
    files.first = { name: name ?? "", contentType, bytes };
  });
}

/** A reader of forms in several parts. `maxFileBytes`: what is read of a file; default: anything. */
export function createMultipartParser(headers: IncomingHttpHeaders, maxFileBytes?: number): BusboyInstance {
  const limits = { fields: MAX_FIELDS, parts: MAX_FIELDS, fieldSize: MAX_VALUE_LENGTH };
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { ...limits, ...(maxFileBytes !== undefined && { fileSize: maxFileBytes }) },
    });
  } catch {
    throw new MalformedBody();
  }
}
