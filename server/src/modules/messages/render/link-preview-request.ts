import { z } from "zod";
import type { Rendered } from "@parlance/markdown/index.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";

/** Job that fetches the pages that a message links to, and adds previews of them to the message. */
export const previewLinksJobKind = {
  name: "preview-links",
  payload: z.object({ message_id: z.int() }),
  // Low, because each job may itself fetch several pages at the same time.
  concurrency: 3,
  // Low, because a page that cannot be fetched does not make the job fail.
  retries: 2,
} satisfies JobKind;

/** Enqueues the job that adds link previews to a message. Call it in the transaction that stores the text. */
export function requestLinkPreviews(tx: Tx, messageId: number, { pages }: Pick<Rendered, "pages">): void {
  if (pages.length > 0) enqueueJob(tx, previewLinksJobKind, { message_id: messageId });
}
