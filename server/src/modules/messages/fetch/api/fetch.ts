import { z } from "zod";
import { MessageInList } from "@parlance/contract/entities/message.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { NotLoggedIn } from "@parlance/kernel/http/errors.ts";
import { bool, int } from "@parlance/kernel/http/params.ts";
import { BadNarrow, BadNarrowCombination, NarrowTerms } from "#narrow/index.ts";
import { pageSurcharge } from "../page/rate-limit-surcharge.ts";
import { fetchPage, type MessageSources } from "../page/fetch-messages.ts";
import { pageErrors } from "../page/page-request.ts";
import { MessagesTooLong } from "../errors.ts";
import { messageAnchor, messageIds, narrow } from "#modules/platform/parameters/identifying-parameters.ts";

/** @param maxBytes maximum total size of the messages in a response */
export const fetch = (maxBytes: number, sources: MessageSources): Endpoint =>
  endpoint.read({
    route: "GET /messages",
    summary: "Get messages",
    description:
      "Returns the messages that match `narrow` around an anchor, or those of `message_ids` that match. Most " +
      "narrows find only messages that the user received; a narrow to a channel with shared history finds all of " +
      "its messages. If messages around an anchor are very long, fewer are returned than requested, and the rest " +
      "counts as not found. A request by ids fails if the messages are too long in total.",
    access: "optional",
    surcharge: pageSurcharge,
    input: z.object({
      anchor: messageAnchor().optional().describe("A message id, `newest`, `oldest` or `first_unread`."),
      include_anchor: bool().default(true).describe("Whether to include the anchor; false only for a one-sided range."),
      num_before: int({ min: 0 }).default(0).describe("Messages before the anchor."),
      num_after: int({ min: 0 }).default(0).describe("Messages after the anchor; at most 5000 with `num_before`."),
      narrow: narrow(NarrowTerms).default([]).describe("Filters that messages must match; defaults to none."),
      message_ids: messageIds().optional().describe("At most 5000 message ids, instead of an anchor."),
      use_first_unread_anchor: bool().default(false).describe("Deprecated. Same as the anchor `first_unread`."),
      client_gravatar: bool().default(true).describe("Whether to omit avatar URLs that the client can compute itself."),
      apply_markdown: bool().default(true).describe("True returns HTML, false Markdown source."),
      allow_empty_topic_name: bool().default(false).describe("False returns the display name of the empty topic."),
    }),
    response: z.object({
      messages: z.array(MessageInList).describe("Sorted by id, ascending."),
      anchor: z.number().meta({ type: "integer" }).optional().describe("Message id that the anchor was resolved to."),
      found_anchor: z.boolean(),
      found_oldest: z.boolean().describe("Whether no older message matches."),
      found_newest: z.boolean(),
      history_limited: z.boolean().describe("Whether older messages are withheld; always false."),
    }),
    errors: [NotLoggedIn, BadNarrow, BadNarrowCombination, ...pageErrors, MessagesTooLong],
    async positionedHandler(ctx, { input }) {
      const { response, position } = await fetchPage(ctx, {
        ...sources,
        narrow: input.narrow,
        page: input,
        maxBytes,
        form: {
          applyMarkdown: input.apply_markdown,
          clientGravatar: input.client_gravatar,
          allowEmptyTopicName: input.allow_empty_topic_name,
        },
      });
      return { response: { ...response, history_limited: false }, position };
    },
  });
