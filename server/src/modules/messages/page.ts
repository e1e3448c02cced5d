import type { Message } from "@parlance/contract/entities/message.ts";
import type { NarrowTerms } from "#narrow/index.ts";
import { idAlone, idsAmong, type IdsQuery } from "./candidates.ts";
import { InvalidMessages } from "./errors.ts";
import { hydrate, type HydratedMessage } from "./hydrate.ts";
import type { Asker } from "./narrow-directory.ts";
import type { PageRequest } from "./page-request.ts";
import { mustReadMessage } from "./policy.ts";
import { present, type Presentation } from "./present.ts";
import { prepareSearch, type Search } from "./search.ts";
import { findWindow, firstUnread } from "./window.ts";

/** The form in which the reader wants messages. */
type Form = Omit<Presentation, "realm">;

/** Some of the messages that match a narrow, and how they lie among the others. */
export interface Page<M = Message> {
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
  readonly page: PageRequest;
  readonly form: Form;
}

/** From the narrow to ids, from these to rows, from these to what the reader receives. */
export async function fetchPage(asker: Asker, { narrow, page, form }: PageQuery): Promise<Page> {
  const search = await prepareSearch(asker, narrow);
  const { messages, ...found } = await findPage(asker, search, page, (ids) => hydrate({ ...asker, ...form }, ids));
  return { messages: messages.map((message) => present(message, { ...form, realm: asker.realm })), ...found };
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

/** One message, and its Markdown. Throws InvalidMessages. */
export async function fetchMessage(
  asker: Asker,
  id: number,
  form: Form,
): Promise<{ message: Message; source: string }> {
  await mustReadMessage(asker.db, asker.actor, id);
  const [message] = await hydrate({ ...asker, ...form, withSource: true }, idAlone(id));
  if (!message) throw new InvalidMessages();
  return { message: present(message, { ...form, realm: asker.realm }), source: message.row.source };
}
