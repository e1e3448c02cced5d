import { z } from "zod";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { json } from "#kernel/http/params.ts";
import { BadNarrow, BadNarrowCombination, NarrowTerms } from "#narrow/index.ts";
import { surchargeOfIds } from "../page-cost.ts";
import { fetchMatches } from "../page.ts";
import { MAX_MESSAGES } from "../page-request.ts";
import { MessagesTooLong, TooManyMessages } from "../reading-errors.ts";

/** `mostBytes`: what the messages may come to. */
export const matchesNarrow = (mostBytes: number): Endpoint =>
  endpoint.read({
    route: "GET /messages/matches_narrow",
    summary: "Check if messages match a narrow",
    description:
      "Of the messages given, those that the user received or wrote, may read and that match. Where the narrow searches " +
      'for words, they are marked with `<span class="highlight">`. The operator `with` is not supported. ' +
      "Messages that are too long together are refused, so that one that is missing always means that it does not match.",
    access: "user",
    cost: 0.5,
    surcharge: ({ msg_ids: ids }) => surchargeOfIds(ids),
    input: z.object({
      msg_ids: json(z.array(z.int())).describe(`At most ${MAX_MESSAGES}`),
      // Pairs are understood as everywhere, and not promised.
      narrow: json(NarrowTerms.meta({ items: { type: "object" } })).describe("What the messages are to have in common"),
    }),
    response: z.object({
      messages: z
        .record(
          z.string(),
          z.strictObject({
            match_content: z.string().describe("The content as HTML"),
            match_subject: z.string().describe("The topic as HTML; empty for direct messages"),
          }),
        )
        .describe("By the ids of the messages that match"),
    }),
    errors: [BadNarrow, BadNarrowCombination, TooManyMessages, MessagesTooLong],
    async handler(ctx, { input }) {
      if (input.msg_ids.length > MAX_MESSAGES) throw new TooManyMessages();
      return { messages: await fetchMatches(ctx, input.msg_ids, { narrow: input.narrow, mostBytes }) };
    },
  });
