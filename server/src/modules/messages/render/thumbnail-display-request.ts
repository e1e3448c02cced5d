import { z } from "zod";
import { type Rendered, hasThumbnailPlaceholder } from "@parlance/markdown/index.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";

/** Shows the pictures of a message whose thumbnails were made while it was written. */
export const showThumbnailsJobKind = {
  name: "show-pictures",
  payload: z.object({ message_id: z.int() }),
} satisfies JobKind;

/**
 * Asks for that in the transaction that stores the text. What is not made by then will be shown by who makes it: the message
 * can be seen by then.
 */
export function requestThumbnailDisplay(tx: Tx, messageId: number, { html }: Pick<Rendered, "html">): void {
  if (hasThumbnailPlaceholder(html)) enqueueJob(tx, showThumbnailsJobKind, { message_id: messageId });
}
