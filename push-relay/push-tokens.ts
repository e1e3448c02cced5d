import { createHash } from "node:crypto";
import { z } from "zod";

/** Maximum length of a token, in characters. */
const MAX_TOKEN_LENGTH = 4096;

/** A phone's token for Apple's service: hexadecimal bytes. */
export const apnsToken = z
  .string()
  .max(MAX_TOKEN_LENGTH)
  .regex(/^([0-9a-fA-F]{2})+$/);
/** A phone's token for Google's service: any printable text. */
export const fcmToken = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)
  .max(MAX_TOKEN_LENGTH);
/** Id of an app on Apple's phones. */
export const appId = z
  .string()
  .max(255)
  .regex(/^[.a-zA-Z0-9-]+$/);

/** The two push services. */
export type TokenKind = "apns" | "fcm";

/** Numbers of the services on the wire. */
export const TOKEN_KINDS: Readonly<Record<1 | 2, TokenKind>> = { 1: "apns", 2: "fcm" };

/**
 * Returns the hash of a token or of a server's key. Tokens are looked up by their hashes, because they may be too long
 * for a database index.
 */
export const hashToken = (text: string): Buffer => createHash("sha256").update(text).digest();
