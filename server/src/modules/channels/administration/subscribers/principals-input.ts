import { z } from "zod";
import { json } from "@parlance/kernel/http/params.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

/** The parameter that names the users to be subscribed or unsubscribed. */
export const principals = identifies(json(z.union([z.array(z.int()), z.array(z.string())])), "user").describe(
  "Ids or email addresses of the users; defaults to the caller.",
);
