import type { Message, MessageInList } from "@parlance/contract/entities/message.ts";
import type { Actor, Read } from "#kernel/http/context.ts";
import { isForSpectators, type NarrowTerms } from "#narrow/index.ts";
import { idAlone, idsAmong, type IdsQuery } from "./candidates.ts";
import { InvalidMessages } from "./errors.ts";
import { hydrate, type HydratedMessage } from "./hydrate.ts";
import { htmlOf, matchesIn, type Match } from "./matches.ts";
import type { Asker } from "./narrow-directory.ts";
import { pageRequest, type PageParameters, type PageRequest } from "./page-request.ts";
import { mustReadMessage } from "./policy.ts";
import { present, type Presentation } from "./present.ts";
import { readerOf } from "./readers.ts";
import { amongReceived, prepareSearch, type Search } from "./search.ts";
import { findWindow, firstUnread } from "./window.ts";

/** The form in which the reader wants messages. */
type Form = Omit<Presentation, "realm">;

/** Some of the messages that match a narrow, and how they lie among the others. */
export interface Page<M = MessageInList> {
  readonly messages: M[];
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
}

/** From the narrow to ids, from these to rows, from these to what the reader receives. */
export async function fetchPage(ctx: Read<Actor | null>, { narrow, page, form }: PageQuery): Promise<Page> {
  const asker = await askerOf(ctx, isForSpectators(narrow));
  const request = pageRequest(page);
  const search = await prepareSearch(asker, narrow);
  const { messages, ...found } = await findPage(asker, search, request, (ids) => hydrate({ ...asker, ...form }, ids));
  const presented = messages.map((message) => present(message, { ...form, realm: asker.realm }));
  return { messages: await withMatches(asker, search, presented), ...found };
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

/** Which of these messages the actor received and match a narrow, by their ids, and what they were found by. */
export async function fetchMatches(
  ctx: Read,
  ids: readonly number[],
  narrow: NarrowTerms,
): Promise<Record<string, Match>> {
  const asker = await askerOf(ctx, false);
  const search = amongReceived(await prepareSearch(asker, narrow, { allowsWith: false }));
  const messages = await hydrate({ ...asker, applyMarkdown: true }, idsAmong(search, ids));
  const shown = messages.map(({ row }) => ({ html: row.body, topic: row.topic }));
  const matches = await matchesIn(asker.db, search.narrow.bounds.text?.query ?? null, shown);
  return Object.fromEntries(messages.map(({ id }, index) => [id, matches[index] as Match]));
}

async function findPage(
  { db }: Asker,
  search: Search,
  page: PageRequest,
  load: (ids: IdsQuery) => Promise<HydratedMessage[]>,
): Promise<Page<HydratedMessage>> {
  if ("ids" in page) {
    const messages = await load(idsAmong(search, page.ids));
    return { messages, found_anchor: false, found_oldest: false, found_newest: false };
  }
  const anchor = page.anchor === "first_unread" ? await firstUnread(db, search) : page.anchor;
  const { messages, ...found } = await findWindow(search, { ...page, anchor }, load);
  return {
    messages,
    anchor,
    found_anchor: found.foundAnchor,
    found_oldest: found.foundOldest,
    found_newest: found.foundNewest,
  };
}

/** One message, and its Markdown. Throws InvalidMessages; NotLoggedIn for what is not open to the web. */
export async function fetchMessage(
  ctx: Read<Actor | null>,
  id: number,
  form: Form,
): Promise<{ message: Message; source: string }> {
  const asker = await askerOf(ctx, true);
  await mustReadMessage(asker.db, asker.reader, id);
  const [message] = await hydrate({ ...asker, ...form, withSource: true }, idAlone(id));
  if (!message) throw new InvalidMessages();
  return { message: present(message, { ...form, realm: asker.realm }), source: message.row.source };
}

async function askerOf({ db, realm, actor }: Read<Actor | null>, isOpen: boolean): Promise<Asker> {
  return { db, realm, reader: await readerOf(db, realm, actor, isOpen) };
}
