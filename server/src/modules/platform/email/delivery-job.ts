import { z } from "zod";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { MAX_SMTP_CONNECTIONS } from "./transport/smtp-transport.ts";

/**
 * Sends an email to the mail server, at least once: if the server dies after the mail server accepted an email and
 * before that is recorded, it is sent again with the same Message-ID.
 */
export const deliverEmailJob = {
  name: "deliver-letter",
  /** Only the job with an email's current ticket may send it, so there is never more than one. */
  payload: z.object({ mail_id: z.int(), ticket: z.int() }),
  concurrency: MAX_SMTP_CONNECTIONS,
} satisfies JobKind;

/** The ticket of a new email. */
export const FIRST_TICKET = 1;

/** Maximum number of attempts before an email fails, which is after more than half a day. */
export const MAX_DELIVERY_ATTEMPTS = 14;

const MAX_RETRY_DELAY_SECONDS = 2 * 3600;

/** Returns the delay after the given number of attempts, computed from the first delay. */
export const retryDelaySeconds = (tries: number, firstSeconds: number): number =>
  Math.min(firstSeconds * 2 ** (tries - 1), Math.max(MAX_RETRY_DELAY_SECONDS, firstSeconds));
