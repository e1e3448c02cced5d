import { z } from "zod";
import type { Rendered } from "@parlance/markdown/index.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";

/** Fetches the pages that a message links to, and adds previews of them to the message. */
export const previewLinksJobKind = {
  name: "preview-links",
  payload: z.object({ message_id: z.int() }),
  // Each job may fetch several pages concurrently.
  concurrency: 3,
  // An unavailable page is not a failure of the job.
  retries: 2,
} satisfies JobKind;

/** Enqueues previews of the pages that a user's new text links to, in the transaction that stores it. */
export function requestLinkPreviews(tx: Tx, messageId: number, { pages }: Pick<Rendered, "pages">): void {
  if (pages.length > 0) enqueueJob(tx, previewLinksJobKind, { message_id: messageId });
}
