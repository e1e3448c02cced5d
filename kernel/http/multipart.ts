import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { BodyTooLarge, MalformedBody, TooManyParameters } from "./errors.ts";
import type { FileRule, ReceivedFiles } from "./uploaded-files.ts";
import { type Fields, createFields } from "./form.ts";
import type { IncomingBody } from "./incoming-body.ts";
import { MAX_FIELDS, MAX_VALUE_LENGTH } from "./limits.ts";

/** The content of a multipart form. */
interface MultipartBody {
  readonly fields: Fields;
  readonly files: ReceivedFiles;
}

/**
 * Parses a multipart body. `headers` contain its boundary. Stores the fields, and the files that the rule allows.
 * Without a rule, files are discarded while they are received.
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
    // A field in UTF-16 may contain unpaired surrogates. They become replacement characters, like invalid UTF-8.
    else if (name !== undefined && !(name in fields)) fields[name] = value.toWellFormed();
  });
  // Without a listener, the parser discards files while it receives them.
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

/** Receives a file. If the form has several files, all are counted, but only the first is stored. */
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
  // The file is incomplete. The parser itself reports this error too.
  stream.on("error", () => undefined);
  stream.on("end", () => {
    const bytes = Buffer.concat(chunks);
    // If the user has chosen no file, the browser sends a file without a name and content.
    if (!name && bytes.length === 0 && !isTooLarge) return;
    files.count += 1;
    if (files.count > 1) return;
    files.isTooLarge = isTooLarge;
    files.first = { name: name ?? "", contentType, bytes };
  });
}

/** Creates a parser for multipart forms. `maxFileBytes`: maximum number of bytes read of a file; default: no limit. */
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
