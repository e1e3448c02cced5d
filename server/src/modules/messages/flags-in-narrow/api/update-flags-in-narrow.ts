import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, int } from "@parlance/kernel/http/params.ts";
import { AnchorNotAtEnd, InvalidAnchor } from "#modules/messages/fetch/errors.ts";
import { BadNarrow, BadNarrowCombination, NarrowTerms } from "#narrow/index.ts";
import { changeFlagsInNarrow } from "../actions/change-flags-in-narrow.ts";
import {
  flagChangeErrors,
  flagChangeInput,
  flagChangeResponse,
  parseFlagChange,
  ignoredChannelsResponse,
} from "#modules/messages/read-state/flags/flag-change-parameters.ts";
import { parseRange } from "../parse-range.ts";
import { messageAnchor, narrow } from "#modules/platform/parameters/identifying-parameters.ts";

export const updateFlagsInNarrow = endpoint.write({
  route: "POST /messages/flags/narrow",
  summary: "Update personal flags of messages in a narrow",
  description:
    "Adds or removes a flag on the messages that match `narrow` around an anchor, selected as in `GET /messages`. " +
    "Processes at most 5,000 messages. To continue, repeat with `last_processed_id` until `found_newest` is true. " +
    "The rules are those of `POST /messages/flags`; either all messages change or none.",
  access: "user",
  // A user's concurrent requests would each occupy a connection while they wait for the lock on the read state.
  isLargeWork: true,
  input: z.object({
    anchor: messageAnchor().describe(
      "A message id, `newest`, `oldest`, or `first_unread` (the oldest unread message; `newest` if none).",
    ),
    include_anchor: bool().default(true).describe("Whether to include the anchor; false only for a one-sided range."),
    num_before: int({ min: 0 }).describe("Number of messages before the anchor."),
    num_after: int({ min: 0 }).describe("Number of messages after the anchor."),
    narrow: narrow(NarrowTerms).describe("Filters that messages must match; `[]` for none."),
    ...flagChangeInput,
  }),
  response: z.object({
    processed_count: z.int().describe("Number of messages in the range."),
    updated_count: z.int().describe("Number of messages that changed."),
    first_processed_id: z.int().nullable().describe("Null if the range is empty."),
    last_processed_id: z.int().nullable(),
    found_oldest: z.boolean().describe("Whether no older message matches."),
    found_newest: z.boolean(),
    ...flagChangeResponse,
  }),
  errors: [InvalidAnchor, AnchorNotAtEnd, BadNarrow, BadNarrowCombination, ...flagChangeErrors],
  async handler(ctx, { input }) {
    const change = parseFlagChange(input);
    const changed = await changeFlagsInNarrow(ctx, change, { ...parseRange(input), narrow: input.narrow });
    return {
      processed_count: changed.processedIds.length,
      updated_count: changed.changedIds.length,
      first_processed_id: changed.processedIds[0] ?? null,
      last_processed_id: changed.processedIds.at(-1) ?? null,
      found_oldest: changed.foundOldest,
      found_newest: changed.foundNewest,
      ...ignoredChannelsResponse(change, changed),
    };
  },
});
