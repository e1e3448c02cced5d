import { z } from "zod";
import { id, json } from "#kernel/http/params.ts";

/** What somebody's profile is to say. */
export const profileInput = json(
  z.array(z.object({ id: id(), value: z.union([z.string(), z.array(id()), z.null()]) })),
).describe(
  "Values by ids of custom profile fields; the last one counts where a field comes twice. A text; for type 3 the key " +
    "of a choice, for type 4 a date such as `2031-12-24`, for type 6 a list of user ids. Null, a blank text or an " +
    "empty list clears the field",
);
