import { z } from "zod";
import { json } from "@parlance/kernel/http/params.ts";
import { profileFieldId, userId } from "#modules/platform/parameters/identifying-parameters.ts";

/** Request parameter for the values of a user's profile. */
export const profileInput = json(
  z.array(z.object({ id: profileFieldId(), value: z.union([z.string(), z.array(userId()), z.null()]) })),
).describe(
  "Values by id of the custom profile field; if a field occurs twice, the last value is used. Values are " +
    "text; for type 3 the key of an option, for type 4 a date such as `2031-12-24`, for type 6 a list of user " +
    "ids. Null, blank text or an empty list clears the field.",
);
