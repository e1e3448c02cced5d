import { createHash, type Hash } from "node:crypto";
import { InvalidUploadHeader } from "../errors.ts";

/** Returns the value of a request's header. */
export type GetHeader = (name: string) => string | undefined;

/** Supported algorithms for the checksum of a request's bytes. */
export const CHECKSUM_ALGORITHMS = ["sha1", "sha256"] as const;

/** Maximum length of a file's metadata, in characters. */
const MAX_METADATA_LENGTH = 4_096;

const PAIR = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]+={0,2})?)?$/;

/** Parses a number of bytes. Numbers above 2^53 are inexact, but exceed every limit anyway. */
export function parseByteCount(header: GetHeader, name: "Upload-Length" | "Upload-Offset"): number {
  const value = header(name) ?? "";
  if (!/^\d+$/.test(value)) throw new InvalidUploadHeader({ header: name });
  return Number(value);
}

/**
 * Validates a file's metadata, and returns it unchanged. It consists of comma-separated pairs of a key and a Base64
 * value.
 */
export function parseMetadata(header: GetHeader): string {
  const metadata = header("Upload-Metadata") ?? "";
  const isRight = metadata === "" || pairs(metadata).every((pair) => PAIR.test(pair));
  if (!isRight || metadata.length > MAX_METADATA_LENGTH) throw new InvalidUploadHeader({ header: "Upload-Metadata" });
  return metadata;
}

/**
 * Returns the file name in the metadata, or an empty string if there is none. Clients use two different keys for the
 * file name.
 */
export function fileNameIn(metadata: string): string {
  const known = new Map(pairs(metadata).map((pair) => [PAIR.exec(pair)?.[1], PAIR.exec(pair)?.[2] ?? ""]));
  return Buffer.from(known.get("filename") ?? known.get("name") ?? "", "base64").toString();
}

const pairs = (metadata: string): readonly string[] => metadata.split(",").map((pair) => pair.trim());

/** The expected checksum of a request's bytes, and the hash that is computed from them. */
export interface Checksum {
  readonly hash: Hash;
  readonly expected: Buffer;
}

/** Parses the checksum in the request's headers. Returns null if there is none. */
export function parseChecksum(header: GetHeader): Checksum | null {
  const value = header("Upload-Checksum");
  if (value === undefined) return null;
  const [, algorithm = "", encoded = ""] = /^(\w+) ([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? [];
  const known = CHECKSUM_ALGORITHMS.find((one) => one === algorithm);
  if (!known) throw new InvalidUploadHeader({ header: "Upload-Checksum" });
  return { hash: createHash(known), expected: Buffer.from(encoded, "base64") };
}
