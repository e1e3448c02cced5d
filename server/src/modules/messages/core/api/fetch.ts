import { z } from "zod";
import { MessageInList } from "@parlance/contract/entities/message.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { NotLoggedIn } from "#kernel/http/errors.ts";
import { bool, int, json, text } from "#kernel/http/params.ts";
import { BadNarrow, BadNarrowCombination, NarrowTerms } from "#narrow/index.ts";
import { surchargeOfPage } from "../page-cost.ts";
import { fetchPage, type PageSources } from "../page.ts";
import { pageErrors } from "../page-request.ts";
import { MessagesTooLong } from "../reading-errors.ts";

/** `mostBytes`: what the messages around an anchor may come to. */
export const fetch = (mostBytes: number, sources: PageSources): Endpoint =>
  endpoint.positionedRead({
    route: "GET /messages",
    summary: "Fetch messages",
    description:
      "Those that match `narrow` around an anchor, or with `message_ids` those of the ids given that match. Of most " +
      "narrows only what the user received is found; one that names a channel with shared history finds all of it. If " +
      "messages around an anchor are very long, fewer come than were asked for, and the rest counts as not found. Messages " +
      "asked for by their ids that are too long together are refused.",
    access: "optional",
    surcharge: surchargeOfPage,
    input: z.object({
      anchor: text().optional().describe("The id of a message, `newest`, `oldest` or `first_unread`"),
      include_anchor: bool().default(true).describe("False only where messages on one side are asked for"),
      num_before: int({ min: 0 }).default(0),
      num_after: int({ min: 0 }).default(0).describe("At most 5000, together with `num_before`"),
      narrow: json(NarrowTerms).default([]).describe("What the messages have in common; by default nothing"),
      message_ids: json(z.array(z.int())).optional().describe("At most 5000, instead of an anchor"),
      use_first_unread_anchor: bool().default(false).describe("Deprecated: the same as the anchor `first_unread`"),
      client_gravatar: bool().default(true).describe("Leave out pictures that the client can find by e-mail address"),
      apply_markdown: bool().default(true).describe("HTML; false: Markdown source"),
      allow_empty_topic_name: bool().default(false).describe("Else the empty topic comes under a name made for people"),
    }),
    response: z.object({
      messages: z.array(MessageInList).describe("In ascending order of their ids"),
      anchor: z.number().meta({ type: "integer" }).optional().describe("As it was resolved"),
      found_anchor: z.boolean(),
      found_oldest: z.boolean().describe("No older message matches"),
      found_newest: z.boolean(),
      history_limited: z.boolean().describe("Older messages are kept back; never the case here"),
    }),
    errors: [NotLoggedIn, BadNarrow, BadNarrowCombination, ...pageErrors, MessagesTooLong],
    async handler(ctx, { input }) {
      const { answer, position } = await fetchPage(ctx, {
        ...sources,
        narrow: input.narrow,
        page: input,
        mostBytes,
        form: {
          applyMarkdown: input.apply_markdown,
          clientGravatar: input.client_gravatar,
          allowEmptyTopicName: input.allow_empty_topic_name,
        },
      });
      return { answer: { ...answer, history_limited: false }, position };
    },
  });
