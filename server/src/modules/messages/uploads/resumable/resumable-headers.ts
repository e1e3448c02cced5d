import { createHash, type Hash } from "node:crypto";
import { InvalidUploadHeader } from "../errors.ts";

/** Returns a header of a request. */
export type GetHeader = (name: string) => string | undefined;

/** Supported checksum algorithms for the bytes of a request. */
export const CHECKSUM_ALGORITHMS = ["sha1", "sha256"] as const;

/** Maximum length of the metadata, in characters. */
const MAX_METADATA_LENGTH = 4_096;

const PAIR = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]+={0,2})?)?$/;

/** Parses a number of bytes. Inexact above 2^53, which is beyond every limit. */
export function parseByteCount(header: GetHeader, name: "Upload-Length" | "Upload-Offset"): number {
  const value = header(name) ?? "";
  if (!/^\d+$/.test(value)) throw new InvalidUploadHeader({ header: name });
  return Number(value);
}

/** Validates the metadata of a file: comma-separated pairs of a key and a Base64 value. */
export function parseMetadata(header: GetHeader): string {
  const metadata = header("Upload-Metadata") ?? "";
  const isRight = metadata === "" || pairs(metadata).every((pair) => PAIR.test(pair));
  if (!isRight || metadata.length > MAX_METADATA_LENGTH) throw new InvalidUploadHeader({ header: "Upload-Metadata" });
  return metadata;
}

/** Returns the file name in the metadata, or an empty string. Clients use two different keys for it. */
export function fileNameIn(metadata: string): string {
  const known = new Map(pairs(metadata).map((pair) => [PAIR.exec(pair)?.[1], PAIR.exec(pair)?.[2] ?? ""]));
  return Buffer.from(known.get("filename") ?? known.get("name") ?? "", "base64").toString();
}

const pairs = (metadata: string): readonly string[] => metadata.split(",").map((pair) => pair.trim());

/** The checksum that the bytes of a request must have. */
export interface Checksum {
  readonly hash: Hash;
  readonly expected: Buffer;
}

/** Parses the checksum of a request. Returns null if there is none. */
export function parseChecksum(header: GetHeader): Checksum | null {
  const value = header("Upload-Checksum");
  if (value === undefined) return null;
  const [, algorithm = "", encoded = ""] = /^(\w+) ([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? [];
  const known = CHECKSUM_ALGORITHMS.find((one) => one === algorithm);
  if (!known) throw new InvalidUploadHeader({ header: "Upload-Checksum" });
  return { hash: createHash(known), expected: Buffer.from(encoded, "base64") };
}
