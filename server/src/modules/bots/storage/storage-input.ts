import { z } from "zod";
import { json } from "@parlance/kernel/http/params.ts";

const MAX_KEYS_PER_REQUEST = 10_000;

export const keys = json(z.array(z.string()).max(MAX_KEYS_PER_REQUEST))
  .optional()
  .describe("Keys to use; defaults to all keys.");
