import { selectEncoding } from "./accept-encoding.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Exchange } from "./exchange.ts";
import { UNCACHED, type ResponseHeaders } from "./write-response.ts";

/** Size from which a response is compressed, in bytes. A smaller one fits into one network packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

/** How the body of a response is encoded. */
export interface ResponseEncoding {
  readonly isCompressed: boolean;
  readonly headers?: ResponseHeaders;
}

const small: ResponseEncoding = { isCompressed: false };
const uncompressed: ResponseEncoding = { isCompressed: false, headers: { vary: "accept-encoding" } };
const compressed: ResponseEncoding = {
  isCompressed: true,
  headers: { vary: "accept-encoding", "content-encoding": "gzip" },
};
/** Forbids proxies to compress the response, too. */
const secret: ResponseEncoding = {
  isCompressed: false,
  headers: { "cache-control": `${UNCACHED}, no-transform` },
};

/** Returns how a successful response of `bytes` bytes is encoded. */
export function chooseEncoding(
  { secrets, minCompressedBytes = MIN_COMPRESSED_BYTES }: Endpoint,
  exchange: Exchange,
  bytes: number,
): ResponseEncoding {
  if (secrets === "all") return secret;
  if (bytes < minCompressedBytes) return small;
  return selectEncoding(exchange.header("accept-encoding"), ["gzip"]) ? compressed : uncompressed;
}
