import type { Message, MessageInList } from "@parlance/contract/entities/message.ts";
import type { Actor, Read } from "#kernel/http/context.ts";
import { JsonPart, jsonList } from "#kernel/http/json-answer.ts";
import { isForSpectators, type NarrowTerms } from "#narrow/index.ts";
import { idAlone, idsAmong } from "./candidates.ts";
import { UNLIMITED, keepWithinLimit, type PageLimit } from "./page-limit.ts";
import { InvalidMessages } from "#modules/1-ground/conversations/errors.ts";
import { hydrate } from "./hydrate.ts";
import { messageListJson } from "./message-list-json.ts";
import { matchesIn, type Match } from "./search-matches.ts";
import type { Asker } from "./narrow-directory.ts";
import { pageRequest, type PageParameters, type PageRequest } from "./page-request.ts";
import type { MessageParts } from "./message-parts.ts";
import { mustReadMessage } from "./policy.ts";
import { present } from "./present.ts";
import { readerOf } from "./readers.ts";
import { amongReceived, prepareSearch, type Search } from "./search.ts";
import { findWindow, firstUnread } from "./window.ts";
import { messagesAsJson, type Form } from "./message-json.ts";

/** Some of the messages that match a narrow, and how they lie among the others. */
export interface Page {
  readonly messages: JsonPart<MessageInList[]>;
  /** Only where a window was asked for. */
  readonly anchor?: number;
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

/** Which messages, in which form. */
export interface PageQuery {
  readonly narrow: NarrowTerms;
  readonly page: PageParameters;
  readonly form: Form;
  readonly parts: MessageParts;
  /** What the messages around an anchor may come to: of more, those nearest to it are given. */
  readonly mostBytes: number;
}

type WindowPage = Exclude<PageRequest, { readonly ids: unknown }>;

/** From the narrow to ids, from these to rows, from these to what the reader receives. */
export async function fetchPage(ctx: Read<Actor | null>, query: PageQuery): Promise<Page> {
  const asker = await askerOf(ctx, isForSpectators(query.narrow));
  const request = pageRequest(query.page);
  const search = await prepareSearch(asker, query.narrow);
  return "ids" in request ? byIds(asker, search, request.ids, query) : aroundAnchor(asker, search, request, query);
}

/** However much it is: it is fetched while it is sent. */
async function byIds(asker: Asker, search: Search, ids: readonly number[], query: PageQuery): Promise<Page> {
  const { form, parts } = query;
  const hydration = { ...asker, ...form, parts };
  const messages = await messageListJson(ids, async (some, limit) => {
    const { messages: found, isCutAfter, lastId } = await hydrate(hydration, idsAmong(search, some), limit);
    const pieces = (await messagesAsJson(asker, search, form, found)).map(({ json }) => json);
    return { pieces, upTo: isCutAfter ? lastId : undefined };
  });
  return { messages: new JsonPart(messages), found_anchor: false, found_oldest: false, found_newest: false };
}

async function aroundAnchor(asker: Asker, search: Search, request: WindowPage, query: PageQuery) {
  const { form, mostBytes, parts } = query;
  const hydration = { ...asker, ...form, parts };
  const anchor = request.anchor === "first_unread" ? await firstUnread(asker.db, search) : request.anchor;
  const isTwice = search.narrow.bounds.text !== undefined;
  const limit: PageLimit = { around: anchor, bytes: mostBytes, isTwice };
  const window = await findWindow(search, { ...request, anchor }, (ids) => hydrate(hydration, ids, limit));
  const all = await messagesAsJson(asker, search, form, window.messages);
  const kept = keepWithinLimit(all, anchor, mostBytes);
  const [first, last] = [kept[0]?.id, kept.at(-1)?.id];
  return {
    messages: new JsonPart<MessageInList[]>(jsonList(kept.map(({ json }) => json))),
    anchor,
    found_anchor: window.foundAnchor,
    found_oldest: window.foundOldest && first === all[0]?.id,
    found_newest: window.foundNewest && last === all.at(-1)?.id,
  };
}

/** Which of these messages the actor received and match a narrow, by their ids, and what they were found by. */
export async function fetchMatches(
  ctx: Read,
  ids: readonly number[],
  narrow: NarrowTerms,
): Promise<JsonPart<Record<string, Match>>> {
  const asker = await askerOf(ctx, false);
  const search = amongReceived(await prepareSearch(asker, narrow, { allowsWith: false }));
  const query = search.narrow.bounds.text?.query ?? null;
  const load = async (some: readonly number[], limit: PageLimit) => {
    // What others add to messages is not searched.
    const asHtml = { ...asker, parts: [], applyMarkdown: true };
    const { messages, isCutAfter, lastId } = await hydrate(asHtml, idsAmong(search, some), limit);
    const shown = messages.map(({ row }) => ({ html: row.body, topic: row.topic }));
    const matches = await matchesIn(asker.db, query, shown);
    const pieces = messages.map(({ id }, index) => `"${id}":${JSON.stringify(matches[index])}`);
    return { pieces, upTo: isCutAfter ? lastId : undefined };
  };
  return new JsonPart(await messageListJson(ids, load, "{}"));
}

/** One message, and its Markdown. Throws InvalidMessages; NotLoggedIn for what is not open to the web. */
export async function fetchMessage(
  ctx: Read<Actor | null>,
  id: number,
  { form, parts }: Pick<PageQuery, "form" | "parts">,
): Promise<{ message: Message; source: string }> {
  const asker = await askerOf(ctx, true);
  await mustReadMessage(asker.db, asker.reader, id);
  const { messages } = await hydrate({ ...asker, ...form, parts, withSource: true }, idAlone(id), UNLIMITED);
  const [message] = messages;
  if (!message) throw new InvalidMessages();
  return { message: present(message, { ...form, realm: asker.realm }), source: message.row.source };
}

async function askerOf({ db, directory, realm, actor }: Read<Actor | null>, isOpen: boolean): Promise<Asker> {
  return { db, directory, realm, reader: await readerOf(db, realm, actor, isOpen) };
}
