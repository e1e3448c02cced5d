import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, int, json, text } from "#kernel/http/params.ts";
import { AnchorNotAtEnd, InvalidAnchor } from "#modules/messages/core/reading-errors.ts";
import { BadNarrow, BadNarrowCombination, NarrowTerms } from "#narrow/index.ts";
import { changeFlagsInNarrow } from "../actions/change-flags-in-narrow.ts";
import {
  changeErrors,
  changeInput,
  changeResponse,
  flagChange,
  ignoredChannels,
} from "#modules/messages/read-state/flag-input.ts";
import { rangeRequest } from "../range-request.ts";

export const updateFlagsInNarrow = endpoint.write({
  route: "POST /messages/flags/narrow",
  summary: "Add a personal flag to a range of messages, or take it away",
  description:
    "Of the messages that match `narrow`, those around an anchor, found as `GET /messages` finds them. At most 5,000 at " +
    "once: larger numbers are reduced, and callers go on from `last_processed_id` until `found_newest`. What can be done " +
    "to which messages, and that it is done to all or none, is as for `POST /messages/flags`.",
  access: "user",
  // Each of several at once would wait for the lock of the account's read state with a connection to the database.
  isLargeWork: true,
  input: z.object({
    anchor: text().describe(
      "The id of a message, `newest`, `oldest`, or `first_unread`: the oldest unread message that matches, else `newest`",
    ),
    include_anchor: bool().default(true).describe("False only where messages on one side are asked for"),
    num_before: int({ min: 0 }),
    num_after: int({ min: 0 }),
    narrow: json(NarrowTerms).describe("What the messages have in common; `[]`: nothing"),
    ...changeInput,
  }),
  response: z.object({
    processed_count: z.int().describe("Messages in the range"),
    updated_count: z.int().describe("Of these, those that were not so before"),
    first_processed_id: z.int().nullable().describe("Null if the range is empty"),
    last_processed_id: z.int().nullable(),
    found_oldest: z.boolean().describe("No older message matches"),
    found_newest: z.boolean(),
    ...changeResponse,
  }),
  errors: [InvalidAnchor, AnchorNotAtEnd, BadNarrow, BadNarrowCombination, ...changeErrors],
  async handler(ctx, { input }) {
    const change = flagChange(input);
    const changed = await changeFlagsInNarrow(ctx, change, { ...rangeRequest(input), narrow: input.narrow });
    const { processedIds, changedIds } = changed;
    return {
      processed_count: processedIds.length,
      updated_count: changedIds.length,
      first_processed_id: processedIds[0] ?? null,
      last_processed_id: processedIds.at(-1) ?? null,
      found_oldest: changed.foundOldest,
      found_newest: changed.foundNewest,
      ...ignoredChannels(change, changed),
    };
  },
});
