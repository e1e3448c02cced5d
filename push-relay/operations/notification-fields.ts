import { z } from "zod";
import { MAX_INTEGER } from "@parlance/kernel/base/storable-values.ts";

/** A JSON object that is forwarded unchanged. The object is not copied, so that 64-bit numbers keep all digits. */
export const payloadField = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

/**
 * Collapse id: Apple's phones show only the last of several notifications with the same id. So a notification that is
 * retried is not shown twice.
 */
export const collapseIdField = z
  .string()
  .max(64)
  .regex(/^[\x21-\x7e]+$/);

/** The relay's id of a phone with encrypted notifications. */
export const deviceIdField = z.int().min(1).max(MAX_INTEGER);
