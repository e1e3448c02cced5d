import { randomBytes } from "node:crypto";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const BYTES = 15;

/** A new key: 120 random bits as 24 characters, `a` to `z` and `2` to `7`. */
export function newKey(): string {
  const bits = randomBytes(BYTES).reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  const places = Array.from({ length: (BYTES * 8) / 5 }, (_, place) => BigInt(5 * place));
  return places.map((shift) => ALPHABET[Number((bits >> shift) & 31n)]).join("");
}

/** Where somebody goes on who was invited by letter, or has proved an address. */
export const invitationUrl = ({ url }: { readonly url: string }, key: string): string =>
  `${url}/accounts/do_confirm/${key}`;

/** Where anybody may ask to join. */
export const linkUrl = ({ url }: { readonly url: string }, key: string): string => `${url}/join/${key}/`;
