import type { Message, MessageInList } from "@parlance/contract/entities/message.ts";
import type { Actor, Read } from "#kernel/http/context.ts";
import type { Positioned } from "#kernel/http/endpoint.ts";
import { JsonPart, jsonEnclosed } from "#kernel/http/json-response.ts";
import { inSlices, mapPausing } from "#kernel/time-slicing.ts";
import { isForSpectators, type NarrowTerms } from "#narrow/index.ts";
import { idAlone, idsAmong } from "../search/matching-ids.ts";
import { allWithin, assertFits, keepWithinLimit, type PageLimit, sizeOf, UNLIMITED } from "./page-size-limit.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { hydrate, type Hydration } from "./hydrate-messages.ts";
import type { KeptTexts } from "./message-content-cache.ts";
import { matchesIn, type Match } from "../search/search-highlights.ts";
import type { Asker } from "../search/narrow-lookup.ts";
import { asksForWords } from "./rate-limit-surcharge.ts";
import { pageRequest, type PageParameters, type PageRequest } from "./page-request.ts";
import { findPage } from "./load-page-content.ts";
import type { MessageParts } from "../message-extensions.ts";
import { mustReadMessage } from "#modules/messages/core/policy.ts";
import { type Form, Presenter } from "./message-serializer.ts";
import { readerOf } from "#modules/messages/core/message-viewer.ts";
import { amongReceived, prepareSearch, type Search } from "../search/message-search.ts";
import { findWindow, firstUnread, firstUnreadIn } from "../search/message-window.ts";
import { listOf, messagesAsJson } from "./serialize-messages.ts";

/** Some of the messages that match a narrow, and how they lie among the others. */
export interface Page {
  readonly messages: JsonPart<MessageInList[]>;
  /** Only where a window was asked for. */
  readonly anchor?: number;
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

/** What messages are made of besides their rows. */
export interface PageSources {
  readonly parts: MessageParts;
  readonly texts: KeptTexts;
}

/** Which messages, in which form. */
export interface PageQuery extends PageSources {
  readonly narrow: NarrowTerms;
  readonly page: PageParameters;
  readonly form: Form;
  /** What the messages around an anchor may come to: of more, those nearest to it are given. */
  readonly mostBytes: number;
}

/** How many times as much work it is to mark what was searched for as to send it. */
const MARKING_EFFORT = 2;

/** Who asks, and how large work is started for them. */
type Reading = Asker & Pick<Read, "startLargeWork">;

type WindowPage = Exclude<PageRequest, { readonly ids: unknown }>;

/** From the narrow to ids, from these to rows, from these to what the reader receives. */
export async function fetchPage(ctx: Read<Actor | null>, query: PageQuery): Promise<Positioned<Page>> {
  if (asksForWords(query.narrow)) await ctx.startLargeWork();
  const asker = await askerOf(ctx, isForSpectators(query.narrow), query.narrow);
  const request = pageRequest(query.page);
  const search = await prepareSearch(asker, query.narrow);
  return "ids" in request ? byIds(asker, search, request.ids, query) : aroundAnchor(asker, search, request, query);
}

/** All of them: clients could not tell those that are left out from those that do not match. */
async function byIds(
  asker: Reading,
  search: Search,
  ids: readonly number[],
  query: PageQuery,
): Promise<Positioned<Page>> {
  const { form, mostBytes } = query;
  const hydration = hydrationFor(asker, search, query);
  const { messages, position } = await hydrate(hydration, { ids: idsAmong(search, ids) }, allWithin(mostBytes));
  const all = await messagesAsJson(asker, search, form, messages);
  assertFits(all.map(sizeOf), mostBytes);
  const answer = {
    messages: new JsonPart<MessageInList[]>(listOf(all)),
    found_anchor: false,
    found_oldest: false,
    found_newest: false,
  };
  return { answer, position };
}

async function aroundAnchor(
  asker: Reading,
  search: Search,
  request: WindowPage,
  query: PageQuery,
): Promise<Positioned<Page>> {
  const { form, mostBytes } = query;
  const hydration = hydrationFor(asker, search, query);
  const { anchor: at, sought } = await anchorFor(asker, search, request);
  const limit = (around: number): PageLimit => ({ around, bytes: mostBytes });
  let position: number | null = null;
  const window = await findWindow(search, { ...request, anchor: at }, async (ids) => {
    const found = await hydrate(hydration, { ids, anchor: sought }, at === "sought" ? limit : limit(at));
    position = found.position;
    return found;
  });
  const { anchor } = window;
  const all = await messagesAsJson(asker, search, form, window.messages);
  const kept = keepWithinLimit(all, anchor, mostBytes);
  const [first, last] = [kept[0]?.id, kept.at(-1)?.id];
  const answer = {
    messages: new JsonPart<MessageInList[]>(listOf(kept)),
    anchor,
    found_anchor: window.foundAnchor,
    found_oldest: window.foundOldest && first === all[0]?.id,
    found_newest: window.foundNewest && last === all.at(-1)?.id,
  };
  return { answer, position };
}

/** Where the page is; or how to find that out with it. A search for words goes on from there, so it has to know. */
async function anchorFor({ db }: Asker, search: Search, { anchor }: WindowPage) {
  if (anchor !== "first_unread") return { anchor };
  if (search.narrow.bounds.text) return { anchor: await firstUnread(db, search) };
  return { anchor: "sought" as const, sought: await firstUnreadIn(search) };
}

/** What is searched for is marked in the texts, so that these are needed themselves. */
function hydrationFor(asker: Reading, { narrow }: Search, { form, parts, texts }: PageQuery): Hydration {
  const isSearched = narrow.bounds.text !== undefined;
  return { ...asker, parts, applyMarkdown: form.applyMarkdown, isSearched, texts: isSearched ? "anew" : texts };
}

/**
 * Which of these messages the actor received and match a narrow, by their ids, and what they were found by. Throws
 * MessagesTooLong.
 */
export async function fetchMatches(
  ctx: Read,
  ids: readonly number[],
  { narrow, mostBytes }: Pick<PageQuery, "narrow" | "mostBytes">,
): Promise<JsonPart<Record<string, Match>>> {
  if (asksForWords(narrow)) await ctx.startLargeWork();
  const asker = await askerOf(ctx, false, narrow);
  const search = amongReceived(await prepareSearch(asker, narrow, { allowsWith: false }));
  const query = search.narrow.bounds.text?.query ?? null;
  // What others add to messages is not searched.
  const form = { applyMarkdown: true, isSearched: query !== null };
  const wish = { ...asker, ...form, parts: [], ids: idsAmong(search, ids) };
  const { found } = await findPage(wish, "anew", allWithin(mostBytes));
  const shown = found.map(({ fresh, text }) => ({ html: fresh?.body ?? "", topic: text.topic }));
  const matches = await matchesIn(asker.db, query, shown);
  const items = await inSlices(mapPausing(found, ({ row }, index) => `"${row.id}":${JSON.stringify(matches[index])}`));
  assertFits(
    items.map((item) => Buffer.byteLength(item)),
    mostBytes,
  );
  return new JsonPart(jsonEnclosed("{}", items));
}

/** One message, and its Markdown. Throws InvalidMessages; NotLoggedIn for what is not open to the web. */
export async function fetchMessage(
  ctx: Read<Actor | null>,
  id: number,
  { form, parts }: Pick<PageQuery, "form" | "parts">,
): Promise<{ message: JsonPart<Message>; source: string }> {
  const asker = await askerOf(ctx, true, []);
  await mustReadMessage(asker.db, asker.reader, id);
  const { applyMarkdown } = form;
  const hydration: Hydration = { ...asker, parts, applyMarkdown, withSource: true, texts: "anew" };
  const { messages } = await hydrate(hydration, { ids: idAlone(id) }, UNLIMITED);
  const [message] = messages;
  if (!message) throw new InvalidMessages();
  const rest = new Presenter(asker.realm, form).restOf(message);
  return { message: new JsonPart([message.text.json, rest]), source: message.row?.source ?? "" };
}

async function askerOf(ctx: Read<Actor | null>, isOpen: boolean, narrow: NarrowTerms): Promise<Reading> {
  const { db, directory, realm, actor } = ctx;
  const effort = asksForWords(narrow) ? MARKING_EFFORT : 1;
  const startLargeWork = (bytes = 0) => ctx.startLargeWork(effort * bytes);
  return { db, directory, realm, startLargeWork, reader: await readerOf(db, realm, actor, isOpen) };
}
