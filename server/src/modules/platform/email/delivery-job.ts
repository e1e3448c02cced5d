import { z } from "zod";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { MAX_SMTP_CONNECTIONS } from "./transport/smtp-transport.ts";

/**
 * Takes a letter to the mail server. At least once: if the server dies after the mail server took a letter and before
 * that is written down, it goes out again, with the same Message-ID.
 */
export const deliverEmailJob = {
  name: "deliver-letter",
  /** Only the holder of a letter's present ticket may send it, so there is never more than one. */
  payload: z.object({ mail_id: z.int(), ticket: z.int() }),
  concurrency: MAX_SMTP_CONNECTIONS,
} satisfies JobKind;

/** The ticket of a new letter. */
export const FIRST_TICKET = 1;

/** After so many tries a letter that no server takes is given up: after more than half a day. */
export const MAX_DELIVERY_ATTEMPTS = 14;

const MAX_RETRY_DELAY_SECONDS = 2 * 3600;

/** How long to wait after that many tries, given the first pause. */
export const retryDelaySeconds = (tries: number, firstSeconds: number): number =>
  Math.min(firstSeconds * 2 ** (tries - 1), Math.max(MAX_RETRY_DELAY_SECONDS, firstSeconds));
