import type { Message, MessageInList } from "@parlance/contract/entities/message.ts";
import { inSlices, mapPausing } from "#kernel/slices.ts";
import type { MessageJson } from "./page-limit.ts";
import type { HydratedMessage } from "./hydrate.ts";
import { htmlOf, matchesIn } from "./search-matches.ts";
import type { Asker } from "./narrow-directory.ts";
import { present, type Presentation } from "./present.ts";
import type { Search } from "./search.ts";

/** The form in which the reader wants messages. */
export type Form = Omit<Presentation, "realm">;

/** Messages as the reader receives them, each as JSON. */
export async function messagesAsJson(
  asker: Asker,
  search: Search,
  form: Form,
  messages: readonly HydratedMessage[],
): Promise<MessageJson[]> {
  const presentation = { ...form, realm: asker.realm };
  const presented = await inSlices(mapPausing(messages, (message) => present(message, presentation)));
  const shown = await withMatches(asker, search, presented);
  return inSlices(mapPausing(shown, (message) => ({ id: message.id, json: JSON.stringify(message) })));
}

/** Says of messages that were searched for what they were found by. */
async function withMatches({ db }: Asker, { narrow }: Search, messages: Message[]): Promise<MessageInList[]> {
  const { text } = narrow.bounds;
  if (!text) return messages;
  const html = await htmlOf(db, messages);
  const shown = messages.map(({ id, subject }) => ({ html: html.get(id) ?? "", topic: subject }));
  const matches = await matchesIn(db, text.query, shown);
  return messages.map((message, index) => ({ ...message, ...matches[index] }));
}
