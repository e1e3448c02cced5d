import { z } from "zod";
import { type Rendered, hasThumbnailPlaceholder } from "@parlance/markdown/index.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";

/** Job that renders a message again, so that it displays thumbnails that were made while it was being sent. */
export const showThumbnailsJobKind = {
  name: "show-pictures",
  payload: z.object({ message_id: z.int() }),
} satisfies JobKind;

/**
 * Enqueues the job if the message has pictures without thumbnails. Call it in the transaction that stores the text.
 * Thumbnails that are made after this transaction need no such job: the job that makes them finds the message and
 * renders it again.
 */
export function requestThumbnailDisplay(tx: Tx, messageId: number, { html }: Pick<Rendered, "html">): void {
  if (hasThumbnailPlaceholder(html)) enqueueJob(tx, showThumbnailsJobKind, { message_id: messageId });
}
