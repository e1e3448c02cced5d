import { z } from "zod";
import { json } from "#kernel/http/params.ts";

/** People other than the caller. */
export const principals = json(z.union([z.array(z.int()), z.array(z.string())])).describe(
  "Ids, or e-mail addresses, of the users concerned; default: the caller",
);
