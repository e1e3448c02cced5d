import { z } from "zod";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { MAX_SMTP_CONNECTIONS } from "./transport/smtp-transport.ts";

/**
 * Job that sends an email to the mail server at least once. If the server dies after the mail server accepted an email
 * and before this is recorded, the email is sent again with the same Message-ID.
 */
export const deliverEmailJob = {
  name: "deliver-letter",
  /** The ticket in the payload must be the email's current one, so that at most one job sends the email. */
  payload: z.object({ mail_id: z.int(), ticket: z.int() }),
  concurrency: MAX_SMTP_CONNECTIONS,
} satisfies JobKind;

/** Ticket of an email that was just created. */
export const FIRST_TICKET = 1;

/** Maximum number of attempts to send an email. With the default delay, they take 14 hours. */
export const MAX_DELIVERY_ATTEMPTS = 14;

const MAX_RETRY_DELAY_SECONDS = 2 * 3600;

/**
 * Returns the delay before the next attempt, in seconds: `firstSeconds`, doubled after each attempt, but at most two
 * hours, or `firstSeconds` if that is longer.
 */
export const retryDelaySeconds = (tries: number, firstSeconds: number): number =>
  Math.min(firstSeconds * 2 ** (tries - 1), Math.max(MAX_RETRY_DELAY_SECONDS, firstSeconds));
