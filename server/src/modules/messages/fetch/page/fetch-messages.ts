import type { Message, MessageInList } from "@parlance/contract/entities/message.ts";
import type { Actor, Read } from "@parlance/kernel/http/context.ts";
import type { Positioned } from "@parlance/kernel/http/endpoint.ts";
import { JsonFragment, encloseJson } from "@parlance/kernel/http/json-response.ts";
import { runInTimeSlices, mapWithPauses } from "@parlance/kernel/base/time-slicing.ts";
import { isAllowedForSpectators, type NarrowTerms } from "#narrow/index.ts";
import { singleIdQuery, matchingIdsAmong } from "../search/matching-ids.ts";
import {
  completePageLimit,
  assertFits,
  trimToLimit,
  type PageLimit,
  sizeOf,
  UNLIMITED_PAGE,
} from "./page-size-limit.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { hydrateMessages, type HydrateOptions } from "./hydrate-messages.ts";
import type { MessageContentCache } from "./message-content-cache.ts";
import { highlightMatches, type SearchHighlight } from "../search/search-highlights.ts";
import type { ViewerContext } from "../search/narrow-lookup.ts";
import { hasTextSearch } from "./rate-limit-surcharge.ts";
import { parsePageRequest, type PageParameters, type PageRequest } from "./page-request.ts";
import { loadPageContent } from "./load-page-content.ts";
import type { MessageExtensions } from "../message-extensions.ts";
import { assertCanReadMessage } from "#modules/messages/core/policy.ts";
import { type MessageFormat, MessageSerializer } from "./message-serializer.ts";
import { resolveViewer } from "#modules/messages/core/message-viewer.ts";
import { restrictToReceived, prepareSearch, type MessageSearch } from "../search/message-search.ts";
import { findMessageWindow, findFirstUnread, firstUnreadQuery } from "../search/message-window.ts";
import { jsonListOf, serializeMessages } from "./serialize-messages.ts";

/** Messages that match a narrow, and the information whether more messages match. */
export interface MessagePage {
  readonly messages: JsonFragment<MessageInList[]>;
  /** Only present if messages around an anchor were requested. */
  readonly anchor?: number;
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

/** Sources of message data other than the rows of messages. */
export interface MessageSources {
  readonly parts: MessageExtensions;
  readonly contentCache: MessageContentCache;
}

/** A request for messages, and the requested format. */
export interface MessageQuery extends MessageSources {
  readonly narrow: NarrowTerms;
  readonly page: PageParameters;
  readonly form: MessageFormat;
  /**
   * Maximum total size of the messages, in bytes. If those around an anchor would exceed it, only the nearest ones are
   * returned. A request by ids fails instead.
   */
  readonly maxBytes: number;
}

/** Factor by which highlighting search matches makes a page more expensive than only sending its texts. */
const HIGHLIGHT_COST_FACTOR = 2;

/** The viewer's context, and the function that must be called before large work (see `Read.startLargeWork`). */
type FetchContext = ViewerContext & Pick<Read, "startLargeWork">;

type WindowPageRequest = Exclude<PageRequest, { readonly ids: unknown }>;

/** Finds the ids of the messages that match the narrow, loads these messages, and serializes them for the reader. */
export async function fetchPage(ctx: Read<Actor | null>, query: MessageQuery): Promise<Positioned<MessagePage>> {
  if (hasTextSearch(query.narrow)) await ctx.startLargeWork();
  const context = await createFetchContext(ctx, isAllowedForSpectators(query.narrow), query.narrow);
  const request = parsePageRequest(query.page);
  const search = await prepareSearch(context, query.narrow);
  return "ids" in request
    ? fetchByIds(context, search, request.ids, query)
    : fetchAroundAnchor(context, search, request, query);
}

/**
 * Returns the messages with the given ids that match. If they are too large in total, the request fails: if some were
 * omitted, clients would assume that the omitted messages do not match.
 */
async function fetchByIds(
  context: FetchContext,
  search: MessageSearch,
  ids: readonly number[],
  query: MessageQuery,
): Promise<Positioned<MessagePage>> {
  const { form, maxBytes } = query;
  const hydration = hydrateOptionsFor(context, search, query);
  const { messages, position } = await hydrateMessages(
    hydration,
    { ids: matchingIdsAmong(search, ids) },
    completePageLimit(maxBytes),
  );
  const all = await serializeMessages(context, search, form, messages);
  assertFits(all.map(sizeOf), maxBytes);
  const response = {
    messages: new JsonFragment<MessageInList[]>(jsonListOf(all)),
    found_anchor: false,
    found_oldest: false,
    found_newest: false,
  };
  return { response, position };
}

async function fetchAroundAnchor(
  context: FetchContext,
  search: MessageSearch,
  request: WindowPageRequest,
  query: MessageQuery,
): Promise<Positioned<MessagePage>> {
  const { form, maxBytes } = query;
  const hydration = hydrateOptionsFor(context, search, query);
  const { anchor: at, sought } = await resolveAnchor(context, search, request);
  const limit = (around: number): PageLimit => ({ around, bytes: maxBytes });
  let position: number | null = null;
  const window = await findMessageWindow(search, { ...request, anchor: at }, async (ids) => {
    const found = await hydrateMessages(hydration, { ids, anchor: sought }, at === "sought" ? limit : limit(at));
    position = found.position;
    return found;
  });
  const { anchor } = window;
  const all = await serializeMessages(context, search, form, window.messages);
  const page = trimToLimit(all, anchor, maxBytes);
  const [first, last] = [page[0]?.id, page.at(-1)?.id];
  const response = {
    messages: new JsonFragment<MessageInList[]>(jsonListOf(page)),
    anchor,
    found_anchor: window.foundAnchor,
    found_oldest: window.foundOldest && first === all[0]?.id,
    found_newest: window.foundNewest && last === all.at(-1)?.id,
  };
  return { response, position };
}

/**
 * Returns the id of the page's anchor. If the anchor is the first unread message, returns a query instead, so that one
 * statement can find the anchor and load the page. A text search needs the id itself, because it starts searching at
 * the anchor.
 */
async function resolveAnchor({ db }: ViewerContext, search: MessageSearch, { anchor }: WindowPageRequest) {
  if (anchor !== "first_unread") return { anchor };
  if (search.narrow.bounds.text) return { anchor: await findFirstUnread(db, search) };
  return { anchor: "sought" as const, sought: await firstUnreadQuery(search) };
}

/**
 * Returns the options for loading the page's messages. With a text search, the cache is not used, because it does not
 * contain the texts in which matches are highlighted.
 */
function hydrateOptionsFor(
  context: FetchContext,
  { narrow }: MessageSearch,
  { form, parts, contentCache }: MessageQuery,
): HydrateOptions {
  const isSearched = narrow.bounds.text !== undefined;
  return {
    ...context,
    parts,
    applyMarkdown: form.applyMarkdown,
    isSearched,
    contentSource: isSearched ? "anew" : contentCache,
  };
}

/**
 * Returns the given messages that match the narrow and that the actor received, by message id, with highlighted search
 * matches.
 * @throws MessagesTooLong
 */
export async function fetchMatches(
  ctx: Read,
  ids: readonly number[],
  { narrow, maxBytes }: Pick<MessageQuery, "narrow" | "maxBytes">,
): Promise<JsonFragment<Record<string, SearchHighlight>>> {
  if (hasTextSearch(narrow)) await ctx.startLargeWork();
  const context = await createFetchContext(ctx, false, narrow);
  const search = restrictToReceived(await prepareSearch(context, narrow, { allowsWith: false }));
  const query = search.narrow.bounds.text?.query ?? null;
  // Search matches are not highlighted in the fields that other modules add, so these fields are not loaded.
  const form = { applyMarkdown: true, isSearched: query !== null };
  const options = { ...context, ...form, parts: [], ids: matchingIdsAmong(search, ids) };
  const { found } = await loadPageContent(options, "anew", completePageLimit(maxBytes));
  const shown = found.map(({ contentRow, shared }) => ({ html: contentRow?.body ?? "", topic: shared.topic }));
  const matches = await highlightMatches(context.db, query, shown);
  const items = await runInTimeSlices(
    mapWithPauses(found, ({ row }, index) => `"${row.id}":${JSON.stringify(matches[index])}`),
  );
  assertFits(
    items.map((item) => Buffer.byteLength(item)),
    maxBytes,
  );
  return new JsonFragment(encloseJson("{}", items));
}

/**
 * Fetches one message with its Markdown source.
 * @throws InvalidMessages if the user cannot read the message
 * @throws NotLoggedIn if a spectator requests a message that is not web-public
 */
export async function fetchMessage(
  ctx: Read<Actor | null>,
  id: number,
  { form, parts }: Pick<MessageQuery, "form" | "parts">,
): Promise<{ message: JsonFragment<Message>; source: string }> {
  const context = await createFetchContext(ctx, true, []);
  await assertCanReadMessage(context.db, context.viewer, id);
  const { applyMarkdown } = form;
  const hydration: HydrateOptions = { ...context, parts, applyMarkdown, withSource: true, contentSource: "anew" };
  const { messages } = await hydrateMessages(hydration, { ids: singleIdQuery(id) }, UNLIMITED_PAGE);
  const [message] = messages;
  if (!message) throw new InvalidMessages();
  const rest = new MessageSerializer(context.realm, form).serializeViewerFields(message);
  return { message: new JsonFragment([message.shared.json, rest]), source: message.contentRow?.source ?? "" };
}

async function createFetchContext(
  ctx: Read<Actor | null>,
  isOpen: boolean,
  narrow: NarrowTerms,
): Promise<FetchContext> {
  const { db, snapshot, realm, actor } = ctx;
  const effort = hasTextSearch(narrow) ? HIGHLIGHT_COST_FACTOR : 1;
  const startLargeWork = (bytes = 0) => ctx.startLargeWork(effort * bytes);
  return { db, snapshot, realm, startLargeWork, viewer: await resolveViewer(db, realm, actor, isOpen) };
}
