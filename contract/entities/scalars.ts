import { z } from "zod";

/** Seconds since 1970, UTC. */
export const UnixSeconds = z.int().describe("UNIX timestamp in seconds, UTC.");

/**
 * A schema for one of a few integers. `z.literal` alone would appear in the published JSON schema with the type
 * "number" instead of "integer".
 */
export const integerChoice = <const T extends readonly number[]>(values: T) =>
  z.literal(values).meta({ type: "integer" });
