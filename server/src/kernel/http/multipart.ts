import type { IncomingMessage } from "node:http";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { BodyTooLarge, MalformedBody, TooManyParameters } from "./errors.ts";
import { type Fields, newFields } from "./form.ts";
import { MAX_BODY_BYTES, MAX_FIELDS, MAX_VALUE_LENGTH } from "./limits.ts";

/** Reads the fields of a multipart body. Files in it are read past. */
export function parseMultipart(message: IncomingMessage): Promise<Fields> {
  const { promise, resolve, reject } = Promise.withResolvers<Fields>();
  if (Number(message.headers["content-length"]) > MAX_BODY_BYTES) {
    reject(new BodyTooLarge());
    return promise;
  }
  const fields = newFields();
  const parser = openParser(message.headers as BusboyHeaders);
  const fail = (error: Error) => {
    message.unpipe(parser);
    message.resume();
    reject(error);
  };

  // Nobody listens to "file": the parser then throws the files away as they come.
  parser.on("field", (name: string | undefined, value: string, nameTruncated: boolean, valueTruncated: boolean) => {
    if (nameTruncated || valueTruncated) fail(new BodyTooLarge());
    else if (name !== undefined && !(name in fields)) fields[name] = value;
  });
  parser.on("fieldsLimit", () => fail(new TooManyParameters()));
  parser.on("partsLimit", () => fail(new TooManyParameters()));
  parser.on("error", () => fail(new MalformedBody()));
  parser.on("finish", () => resolve(fields));

  let received = 0;
  message.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received > MAX_BODY_BYTES) fail(new BodyTooLarge());
  });
  message.on("close", () => {
    if (!message.complete) reject(new MalformedBody());
  });
  message.pipe(parser);
  return promise;
}

function openParser(headers: BusboyHeaders): BusboyInstance {
  try {
    return new Busboy({ headers, limits: { fields: MAX_FIELDS, parts: MAX_FIELDS, fieldSize: MAX_VALUE_LENGTH } });
  } catch {
    throw new MalformedBody();
  }
}
