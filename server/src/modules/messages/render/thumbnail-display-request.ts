import { z } from "zod";
import { type Rendered, hasThumbnailPlaceholder } from "@parlance/markdown/index.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";

/** Displays the pictures of a message whose thumbnails were made while the message was being sent. */
export const showThumbnailsJobKind = {
  name: "show-pictures",
  payload: z.object({ message_id: z.int() }),
} satisfies JobKind;

/**
 * Enqueues the job in the transaction that stores the text. Thumbnails that are made later are displayed by the job
 * that makes them, because the message is visible by then.
 */
export function requestThumbnailDisplay(tx: Tx, messageId: number, { html }: Pick<Rendered, "html">): void {
  if (hasThumbnailPlaceholder(html)) enqueueJob(tx, showThumbnailsJobKind, { message_id: messageId });
}
