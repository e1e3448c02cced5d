import type { JsonChunk } from "@parlance/kernel/http/json-response.ts";
import { runInTimeSlices, mapWithPauses } from "@parlance/kernel/base/time-slicing.ts";
import type { HydratedMessage } from "./hydrate-messages.ts";
import type { ViewerContext } from "../search/narrow-lookup.ts";
import { MessageSerializer, type MessageFormat } from "./message-serializer.ts";
import type { MessageJson } from "./page-size-limit.ts";
import { MESSAGES_PER_SLICE } from "./load-page.ts";
import { type SearchHighlight, highlightMatches } from "../search/search-highlights.ts";
import type { MessageSearch } from "../search/message-search.ts";

/**
 * Returns a list of messages as JSON chunks. The chunks are not concatenated, because that would copy every message.
 */
export function jsonListOf(messages: readonly MessageJson[]): JsonChunk[] {
  const pieces: JsonChunk[] = ["["];
  for (const { text, rest } of messages) pieces.push(text, rest, ",");
  if (messages.length > 0) pieces.pop();
  pieces.push("]");
  return pieces;
}

/**
 * Serializes messages for the viewer. If the search includes a text search, the messages contain its highlighted
 * matches.
 */
export async function serializeMessages(
  viewer: ViewerContext,
  search: MessageSearch,
  form: MessageFormat,
  messages: readonly HydratedMessage[],
): Promise<MessageJson[]> {
  const presenter = new MessageSerializer(viewer.realm, form);
  const matches = await highlightsOf(viewer, search, presenter, messages);
  return runInTimeSlices(
    mapWithPauses(
      messages,
      (message, index) => ({
        id: message.id,
        text: message.shared.json,
        rest: presenter.serializeViewerFields(message, matches?.[index]),
      }),
      MESSAGES_PER_SLICE,
    ),
  );
}

async function highlightsOf(
  { db }: ViewerContext,
  { narrow }: MessageSearch,
  presenter: MessageSerializer,
  messages: readonly HydratedMessage[],
): Promise<SearchHighlight[] | undefined> {
  const { text } = narrow.bounds;
  if (!text) return undefined;
  const shown = messages.map((message) => ({ html: htmlOf(message), topic: presenter.displayTopic(message) }));
  return highlightMatches(db, text.query, shown);
}

const htmlOf = ({ contentRow }: HydratedMessage): string => contentRow?.html ?? contentRow?.body ?? "";
