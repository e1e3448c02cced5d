import { z } from "zod";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { BadNarrow, BadNarrowCombination, NarrowTerms } from "#narrow/index.ts";
import { idLookupSurcharge } from "../page/rate-limit-surcharge.ts";
import { fetchMatches } from "../page/fetch-messages.ts";
import { MAX_MESSAGES_PER_REQUEST } from "../page/page-request.ts";
import { MessagesTooLong, TooManyMessages } from "../errors.ts";
import { messageIds, narrow } from "#modules/platform/parameters/identifying-parameters.ts";

/** @param maxBytes maximum total size of the messages */
export const matchesNarrow = (maxBytes: number): Endpoint =>
  endpoint.read({
    route: "GET /messages/matches_narrow",
    summary: "Check whether messages match a narrow",
    description:
      "Returns those of the given messages that match the narrow, that the user received or sent, and that the " +
      'user can read. If the narrow searches for words, the matches are marked with `<span class="highlight">`. ' +
      "The operator `with` is not supported. The request fails if the messages are too long in total, so a " +
      "missing message never matches.",
    access: "user",
    cost: 0.5,
    surcharge: ({ msg_ids: ids }) => idLookupSurcharge(ids),
    input: z.object({
      msg_ids: messageIds().describe(`At most ${MAX_MESSAGES_PER_REQUEST} message ids.`),
      // As in all endpoints with a narrow, a term can also be a pair of operator and operand, which is not documented.
      narrow: narrow(NarrowTerms.meta({ items: { type: "object" } })).describe("Filters that messages must match."),
    }),
    response: z.object({
      messages: z
        .record(
          z.string(),
          z.strictObject({
            match_content: z.string().describe("Content as HTML."),
            match_subject: z.string().describe("Topic as HTML; empty for direct messages."),
          }),
        )
        .describe("Matching messages by id."),
    }),
    errors: [BadNarrow, BadNarrowCombination, TooManyMessages, MessagesTooLong],
    async handler(ctx, { input }) {
      if (input.msg_ids.length > MAX_MESSAGES_PER_REQUEST) throw new TooManyMessages();
      return { messages: await fetchMatches(ctx, input.msg_ids, { narrow: input.narrow, maxBytes }) };
    },
  });
