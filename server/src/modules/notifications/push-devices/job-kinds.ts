import { z } from "zod";
import type { JobKind } from "#kernel/jobs/job.ts";

/** Tells the relay of a token that is kept, or not any more. */
export const forwarding = {
  name: "forward-push-token",
  payload: z.object({
    user_id: z.int(),
    realm_id: z.int(),
    token_kind: z.enum(["apns", "fcm"]),
    token: z.string(),
    app_id: z.string().nullable(),
    is_kept: z.boolean(),
    tries: z.int().default(0),
  }),
} satisfies JobKind;

/** Has the relay forget phones whose notices are encrypted. */
export const unregistration = {
  name: "unregister-push-devices",
  payload: z.object({ realm_id: z.int(), device_ids: z.array(z.int()), tries: z.int().default(0) }),
} satisfies JobKind;

/** Tells the relay which organizations there are, and which of them are deactivated. */
export const realmTelling = {
  name: "tell-push-relay-of-realms",
  payload: z.object({ tries: z.int().default(0) }),
} satisfies JobKind;

/** Repeats at the relay what it knows of this server. */
export const introduction = { name: "introduce-to-push-relay", payload: z.object({}) } satisfies JobKind;
