import { Agent, request, type IncomingHttpHeaders } from "node:http";
import type { SeededRandom } from "./seeded-random.ts";
import type { Site } from "../http.ts";

/** A request whose every byte is determined by the test. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, which need not be percent-encoded correctly. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Body of the response. Empty for an event stream, which is not read. */
  readonly text: string;
}

/** Names and values of parameters, as text. A name may occur twice. */
export type FormFields = readonly (readonly [name: string, text: string])[];

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/** Sends a request unchanged. Rejects if the server closes the connection without a response. */
export function sendRaw({ port, host }: Site, { method, path, headers: more, body }: RawRequest): Promise<RawResponse> {
  const length: Record<string, string> = body.length > 0 ? { "content-length": String(body.length) } : {};
  const headers = { host, ...length, ...more };
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      if (received["content-type"]?.startsWith("text/event-stream")) {
        outgoing.destroy();
        return resolve({ status, headers: received, text: "" });
      }
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve({ status, headers: received, text: Buffer.concat(chunks).toString() }));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const FORM_TYPE = "application/x-www-form-urlencoded";
const BOUNDARY = "xx-boundary-xx";

/** Percent-encodes a text, which may be invalid Unicode. Occasionally, the encoding is invalid. */
export function percentEncoded(text: string, dice: SeededRandom): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return dice.integerBelow(40) === 0 ? encoded + dice.pick(["%", "%f", "%ff", "%ED%A0%80", "%C0%80", "%zz"]) : encoded;
}

const encodePairs = (fields: FormFields, dice: SeededRandom): string =>
  fields.map(([name, text]) => `${encodeURIComponent(name)}=${percentEncoded(text, dice)}`).join("&");

/** Creates a request with these parameters and files. Occasionally, its body is malformed or of an unexpected type. */
export function createRawRequest(
  { method, path }: { readonly method: string; readonly path: string },
  { fields, files = [] }: { readonly fields: FormFields; readonly files?: readonly Uint8Array[] },
  dice: SeededRandom,
): RawRequest {
  if (method === "GET") {
    const query = encodePairs(fields, dice);
    return { method, path: query === "" ? path : `${path}?${query}`, headers: {}, body: Buffer.alloc(0) };
  }
  const form = (type: string, body: Buffer): RawRequest => ({ method, path, headers: { "content-type": type }, body });
  if (files.length > 0 || dice.integerBelow(12) === 0) {
    const whole = multipart(fields, files, dice);
    const cut = dice.integerBelow(4) === 0 ? whole.subarray(0, dice.integerBelow(whole.length)) : whole;
    return form(`multipart/form-data; boundary=${dice.integerBelow(12) === 0 ? "other" : BOUNDARY}`, cut);
  }
  const body = Buffer.from(encodePairs(fields, dice));
  switch (dice.integerBelow(30)) {
    case 0:
      return form("application/json", Buffer.from(JSON.stringify(Object.fromEntries(fields))));
    case 1:
      return form(
        dice.pick(["multipart/form-data", ";;;", "text/plain", `${FORM_TYPE}; charset=utf-16`, `${FORM_TYPE};a="`]),
        body,
      );
    case 2:
      return form(FORM_TYPE, Buffer.concat([body, Buffer.from([0x26, 0xff, 0xfe, 0x3d, 0xc0, 0x80, 0x00])]));
    case 3:
      return { method, path: `${path}?${encodePairs(fields, dice)}`, headers: {}, body: Buffer.alloc(0) };
    default:
      return form(FORM_TYPE, body);
  }
}

function multipart(fields: FormFields, files: readonly Uint8Array[], dice: SeededRandom): Buffer {
  const part = (disposition: string, more: string, content: Uint8Array) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n`),
      content,
      Buffer.from("\r\n"),
    ]);
  const quoted = (name: string) => `name="${name.replaceAll(/["\r\n]/g, "_")}"`;
  const isWide = dice.integerBelow(6) === 0;
  const type = isWide ? "content-type: text/plain; charset=utf-16le\r\n" : "";
  const texts = fields.map(([name, text]) => part(quoted(name), type, Buffer.from(text, isWide ? "utf16le" : "utf8")));
  const names = ["picture.png", "", "a/../b", "\u202e.exe", "x".repeat(3000), "%00", "nul\0", "a\\b"];
  const bytes = files.map((file, index) =>
    part(`name="file${index}"; filename="${dice.pick(names)}"`, "content-type: image/png\r\n", file),
  );
  return Buffer.concat([...texts, ...bytes, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
