import type { JsonPiece } from "#kernel/http/json-response.ts";
import { inSlices, mapPausing } from "#kernel/time-slicing.ts";
import type { HydratedMessage } from "./hydrate-messages.ts";
import type { Asker } from "../search/narrow-lookup.ts";
import { Presenter, type Form } from "./message-serializer.ts";
import type { MessageJson } from "./page-size-limit.ts";
import { MANY } from "./load-page.ts";
import { type Match, matchesIn } from "../search/search-highlights.ts";
import type { Search } from "../search/message-search.ts";

/** A list of messages. Nothing is made of them on the way, so that there is little to do for each. */
export function listOf(messages: readonly MessageJson[]): JsonPiece[] {
  const pieces: JsonPiece[] = ["["];
  for (const { text, rest } of messages) pieces.push(text, rest, ",");
  if (messages.length > 0) pieces.pop();
  pieces.push("]");
  return pieces;
}

/** Messages as the reader receives them; what they were found by is said where they were searched for. */
export async function messagesAsJson(
  asker: Asker,
  search: Search,
  form: Form,
  messages: readonly HydratedMessage[],
): Promise<MessageJson[]> {
  const presenter = new Presenter(asker.realm, form);
  const matches = await matchesOf(asker, search, presenter, messages);
  return inSlices(
    mapPausing(
      messages,
      (message, index) => ({
        id: message.id,
        text: message.text.json,
        rest: presenter.restOf(message, matches?.[index]),
      }),
      MANY,
    ),
  );
}

async function matchesOf(
  { db }: Asker,
  { narrow }: Search,
  presenter: Presenter,
  messages: readonly HydratedMessage[],
): Promise<Match[] | undefined> {
  const { text } = narrow.bounds;
  if (!text) return undefined;
  const shown = messages.map((message) => ({ html: htmlOf(message), topic: presenter.topicOf(message) }));
  return matchesIn(db, text.query, shown);
}

const htmlOf = ({ row }: HydratedMessage): string => row?.html ?? row?.body ?? "";
