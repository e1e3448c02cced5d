import { z } from "zod";
import { DraftContent } from "@parlance/contract/nouns/drafts.ts";

/** End of the year 9999, in UNIX seconds. */
const MAX_TIMESTAMP_SECONDS = 253_402_300_799;
/** The maximum number of recipients of a message. */
const MAX_RECIPIENTS = 1000;

// Checks for unpaired surrogates only. Null bytes are checked elsewhere, because they have errors with other texts.
const isWellFormed = (text: string): boolean => text.isWellFormed();
const SURROGATES = "it contains unpaired surrogates";

/**
 * A draft as clients send it. Drafts in responses have an id, but an id in the input is rejected, because the server
 * assigns ids.
 */
export const DraftInput = z
  .strictObject({
    id: z.int().optional().describe("Returned in responses only; not accepted here."),
    ...DraftContent.shape,
    to: DraftContent.shape.to.max(MAX_RECIPIENTS),
    topic: DraftContent.shape.topic.refine(isWellFormed, SURROGATES),
    content: DraftContent.shape.content.refine(isWellFormed, SURROGATES),
    timestamp: z
      .number()
      .max(MAX_TIMESTAMP_SECONDS)
      .meta({ type: "integer" })
      .optional()
      .describe("Time of the last edit, in UNIX seconds; fractions are dropped. Defaults to now."),
  })
  .superRefine((input, found) => {
    if (input.id !== undefined) found.addIssue({ code: "unrecognized_keys", keys: ["id"], input });
  });
export type DraftInput = z.infer<typeof DraftInput>;
