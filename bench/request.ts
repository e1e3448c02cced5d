import { encodeParameters, type Parameters } from "@parlance/client";

export interface Request {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST";
  /** Path without the prefix of the API. */
  readonly path: string;
  readonly parameters?: Parameters;
  /** Value of the `Authorization` header. */
  readonly authorization: string;
  /** Whether the client accepts responses that are compressed with gzip. Default: no. */
  readonly acceptsGzip?: boolean;
}

/** Encodes a request as it is sent over the network. */
export function encodeRequest({ method, path, parameters = {}, authorization, acceptsGzip }: Request): Buffer {
  const encoded = encodeParameters(parameters).toString();
  const body = method === "GET" ? "" : encoded;
  const lines = [
    `${method} /api/v1${path}${method === "GET" && encoded !== "" ? `?${encoded}` : ""} HTTP/1.1`,
    "Host: localhost",
    "User-Agent: bench/1",
    `Authorization: ${authorization}`,
    ...(acceptsGzip === true ? ["Accept-Encoding: gzip"] : []),
    ...(method === "GET"
      ? []
      : ["Content-Type: application/x-www-form-urlencoded", `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
