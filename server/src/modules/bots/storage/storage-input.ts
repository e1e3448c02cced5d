import { z } from "zod";
import { json } from "#kernel/http/params.ts";

const MOST_KEYS = 10_000;

export const keys = json(z.array(z.string()).max(MOST_KEYS)).optional().describe("All of them where left out");
