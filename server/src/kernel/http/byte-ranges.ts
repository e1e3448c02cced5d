import type { ByteRange } from "../files/file-store.ts";

/**
 * Which part of a file a `Range` header asks for. Undefined: all of it, as where the header makes no sense, or asks for
 * several parts. Null: one that the file does not have.
 */
export function askedRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start < size ? { start, end } : null;
}
