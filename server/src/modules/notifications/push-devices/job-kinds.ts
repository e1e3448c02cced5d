import { z } from "zod";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";

/** Tells the relay of a phone. */
export const registerDeviceJob = {
  name: "register-push-device",
  payload: z.object({ user_id: z.int(), push_account_id: z.string() }),
} satisfies JobKind;

const INITIAL_RETRY_DELAY_SECONDS = 1;
const MAX_RETRY_DELAY_SECONDS = 1800;

/** How long to wait after so many tries in vain, in seconds. The relay says itself when it is too late. */
export const retryDelaySeconds = (tries: number): number =>
  Math.min(MAX_RETRY_DELAY_SECONDS, INITIAL_RETRY_DELAY_SECONDS * 2 ** Math.min(tries - 1, 20));

/** Tells the relay of a token that is kept, or not any more. */
export const forwardTokenJob = {
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
export const unregisterDeviceJob = {
  name: "unregister-push-devices",
  payload: z.object({ realm_id: z.int(), device_ids: z.array(z.int()), tries: z.int().default(0) }),
} satisfies JobKind;

/** Tells the relay which organizations there are, and which of them are deactivated. */
export const reportRealmJob = {
  name: "tell-push-relay-of-realms",
  payload: z.object({ tries: z.int().default(0) }),
} satisfies JobKind;

/** Repeats at the relay what it knows of this server. */
export const introduceToRelayJob = { name: "introduce-to-push-relay", payload: z.object({}) } satisfies JobKind;
