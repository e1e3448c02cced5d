import { z } from "zod";
import type { Rendered } from "@parlance/markdown/index.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { JobKind } from "@parlance/kernel/jobs/job.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";

/** Fetches the pages that a message links to, and shows with the message what they are about. */
export const previewLinksJobKind = {
  name: "preview-links",
  payload: z.object({ message_id: z.int() }),
  // Each may fetch several pages at a time.
  concurrency: 3,
  // A page that is not to be had is no failure.
  retries: 2,
} satisfies JobKind;

/** Asks for previews of the pages that a person's new text links to, in the transaction that stores it. */
export function requestLinkPreviews(tx: Tx, messageId: number, { pages }: Pick<Rendered, "pages">): void {
  if (pages.length > 0) enqueueJob(tx, previewLinksJobKind, { message_id: messageId });
}
