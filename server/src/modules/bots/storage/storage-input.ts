import { z } from "zod";
import { json } from "#kernel/http/params.ts";

const MOST_KEYS = 10_000;

export const keys = json(z.array(z.string()).max(MOST_KEYS)).optional().describe("Keys to use; defaults to all keys.");
