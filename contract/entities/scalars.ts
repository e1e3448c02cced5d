import { z } from "zod";

/** Seconds since 1970, UTC. */
export const UnixSeconds = z.int().describe("UNIX timestamp in seconds, UTC.");

/** One of a few integers. `z.literal` alone would publish the wider JSON type "number". */
export const integerChoice = <const T extends readonly number[]>(values: T) =>
  z.literal(values).meta({ type: "integer" });
