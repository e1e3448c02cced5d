import { z } from "zod";
import { MAX_INTEGER } from "@parlance/kernel/base/storable-values.ts";

/** A JSON object that is passed on as it came. It is not copied, so that numbers of 64 bits stay what they are. */
export const payloadField = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

/** Of notices with the same, one of Apple's phones shows the last one: so what is sent again is not shown twice. */
export const collapseIdField = z
  .string()
  .max(64)
  .regex(/^[\x21-\x7e]+$/);

/** By which the relay knows a phone whose notices are encrypted. */
export const deviceIdField = z.int().min(1).max(MAX_INTEGER);
