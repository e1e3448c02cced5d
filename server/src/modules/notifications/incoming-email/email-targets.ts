import { createHash, randomBytes } from "node:crypto";

/** The channel or the conversation to which an email address belongs. */
export type EmailTarget =
  | { readonly kind: "channel"; readonly token: string; readonly showsSender: boolean }
  | { readonly kind: "reply"; readonly token: Buffer };

const REPLY = /^reply-([0-9a-f]{32})$/;
const TOKEN = /^[0-9a-f]{32}$/;
const MAX_ADDRESS_CHARACTERS = 320;

/**
 * Parses an email address; null if it does not match this server's pattern. In `pattern`, `%s` stands for the part that
 * identifies the target.
 */
export function parseEmailTarget(pattern: string, address: string): EmailTarget | null {
  const [before, after] = pattern.toLowerCase().split("%s");
  const recipient = address.trim().toLowerCase();
  if (before === undefined || after === undefined || recipient.length > MAX_ADDRESS_CHARACTERS) return null;
  if (!recipient.startsWith(before) || !recipient.endsWith(after) || recipient.length <= before.length + after.length)
    return null;
  const inner = recipient.slice(before.length, recipient.length - after.length);
  const [, reply] = REPLY.exec(inner) ?? [];
  if (reply !== undefined) return { kind: "reply", token: hashReplyToken(reply) };
  const parts = inner.split(".");
  const token = parts.find((part) => TOKEN.test(part));
  return token === undefined ? null : { kind: "channel", token, showsSender: parts.includes("show-sender") };
}

/** Hashes the secret part of a reply address for storage. */
const hashReplyToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Creates a reply address. Returns it with the hash to store. */
export function createReplyAddress(pattern: string): { readonly address: string; readonly token: Buffer } {
  const token = randomBytes(16).toString("hex");
  return { address: pattern.replace("%s", `reply-${token}`), token: hashReplyToken(token) };
}
