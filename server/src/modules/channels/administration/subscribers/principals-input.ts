import { z } from "zod";
import { json } from "@parlance/kernel/http/params.ts";

/** People other than the caller. */
export const principals = json(z.union([z.array(z.int()), z.array(z.string())])).describe(
  "Ids or email addresses of the users; defaults to the caller.",
);
