import { createHash } from "node:crypto";
import { z } from "zod";

/** Characters of a token. */
const MAX_TOKEN_LENGTH = 4096;

/** By which Apple's service knows a phone: bytes in hexadecimal. */
export const apnsToken = z
  .string()
  .max(MAX_TOKEN_LENGTH)
  .regex(/^([0-9a-fA-F]{2})+$/);
/** By which Google's service knows a phone: any text that can be written down. */
export const fcmToken = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)
  .max(MAX_TOKEN_LENGTH);
/** An app of Apple's phones, which notices are for. */
export const appId = z
  .string()
  .max(255)
  .regex(/^[.a-zA-Z0-9-]+$/);

/** The two services that reach phones. */
export type TokenKind = "apns" | "fcm";

/** How the wire numbers them. */
export const TOKEN_KINDS: Readonly<Record<1 | 2, TokenKind>> = { 1: "apns", 2: "fcm" };

/** By which tokens are found: they may be longer than an index takes. */
export const hashToken = (text: string): Buffer => createHash("sha256").update(text).digest();
