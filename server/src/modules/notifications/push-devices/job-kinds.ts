import { z } from "zod";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";

/** Job that registers a phone at the relay. */
export const registerDeviceJob = {
  name: "register-push-device",
  payload: z.object({ user_id: z.int(), push_account_id: z.string() }),
} satisfies JobKind;

const INITIAL_RETRY_DELAY_SECONDS = 1;
const MAX_RETRY_DELAY_SECONDS = 1800;

/**
 * Returns the delay after a number of failed attempts, in seconds. Registrations are retried until the relay rejects
 * them as too old.
 */
export const retryDelaySeconds = (tries: number): number =>
  Math.min(MAX_RETRY_DELAY_SECONDS, INITIAL_RETRY_DELAY_SECONDS * 2 ** Math.min(tries - 1, 20));

/** Job that sends a token to the relay, or removes it there. */
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

/** Job that deletes, at the relay, phones that receive encrypted notifications. */
export const unregisterDeviceJob = {
  name: "unregister-push-devices",
  payload: z.object({ realm_id: z.int(), device_ids: z.array(z.int()), tries: z.int().default(0) }),
} satisfies JobKind;

/** Job that reports to the relay which organizations exist, and which are deactivated. */
export const reportRealmJob = {
  name: "tell-push-relay-of-realms",
  payload: z.object({ tries: z.int().default(0) }),
} satisfies JobKind;

/** Job that repeats the server's registration at the relay. */
export const introduceToRelayJob = { name: "introduce-to-push-relay", payload: z.object({}) } satisfies JobKind;
