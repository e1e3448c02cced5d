import { z } from "zod";
import { MAX_INTEGER } from "@parlance/kernel/base/storable-values.ts";

/** A JSON object that is forwarded unchanged. It is not copied, so that 64-bit numbers stay exact. */
export const payloadField = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

/**
 * Of several notifications with the same id, Apple's phones show only the last one, so a retried one is not shown
 * twice.
 */
export const collapseIdField = z
  .string()
  .max(64)
  .regex(/^[\x21-\x7e]+$/);

/** Id by which the relay identifies a phone whose notifications are encrypted. */
export const deviceIdField = z.int().min(1).max(MAX_INTEGER);
