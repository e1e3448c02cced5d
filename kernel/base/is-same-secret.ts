import { timingSafeEqual } from "node:crypto";

/**
 * Returns true if two secrets are equal. The time that the comparison takes does not show where they differ, only
 * whether they have the same length.
 */
export function isSameSecret(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
