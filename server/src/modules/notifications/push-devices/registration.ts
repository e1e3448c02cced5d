import { z } from "zod";
import type { JobKind } from "#kernel/jobs/job.ts";

/** Tells the relay of a phone. */
export const registration = {
  name: "register-push-device",
  payload: z.object({ user_id: z.int(), push_account_id: z.string() }),
} satisfies JobKind;

const FIRST_PAUSE = 1;
const LONGEST_PAUSE = 1800;

/** How long to wait after so many tries in vain, in seconds. The relay says itself when it is too late. */
export const pauseAfter = (tries: number): number =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(tries - 1, 20));
