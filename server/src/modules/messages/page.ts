import type { Message } from "@parlance/contract/entities/message.ts";
import type { NarrowTerms } from "#narrow/index.ts";
import { findAmong } from "./candidates.ts";
import { InvalidMessages } from "./errors.ts";
import { hydrate } from "./hydrate.ts";
import type { Asker } from "./narrow-directory.ts";
import type { PageRequest } from "./page-request.ts";
import { present, type Presentation } from "./present.ts";
import { mustReadMessage } from "./policy.ts";
import { prepareSearch, type Search } from "./search.ts";
import { findWindow, firstUnread } from "./window.ts";

/** The form in which the reader wants messages. */
type Form = Omit<Presentation, "realm">;

/** Some of the messages that match a narrow, and how they lie among the others. */
export interface Page {
  readonly messages: Message[];
  /** Only where a window was asked for. */
  readonly anchor?: number;
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

/** What of which messages, in which form. */
export interface PageQuery {
  readonly narrow: NarrowTerms;
  readonly page: PageRequest;
  readonly form: Form;
}

/** From the narrow to ids, from these to rows, from these to what the reader receives. */
export async function fetchPage(asker: Asker, { narrow, page, form }: PageQuery): Promise<Page> {
  const search = await prepareSearch(asker, narrow);
  const { ids, ...found } = await findPage(asker, search, page);
  const messages = await hydrate({ ...asker, applyMarkdown: form.applyMarkdown }, ids);
  return { messages: messages.map((message) => present(message, { ...form, realm: asker.realm })), ...found };
}

async function findPage({ db }: Asker, search: Search, page: PageRequest) {
  if ("ids" in page) {
    const ids = await findAmong(db, search, page.ids);
    return { ids, found_anchor: false, found_oldest: false, found_newest: false };
  }
  const anchor = page.anchor === "first_unread" ? await firstUnread(db, search) : page.anchor;
  const { ids, ...found } = await findWindow(db, search, { ...page, anchor });
  return {
    ids,
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
  const [message] = await hydrate({ ...asker, applyMarkdown: form.applyMarkdown, withSource: true }, [id]);
  if (!message) throw new InvalidMessages();
  return { message: present(message, { ...form, realm: asker.realm }), source: message.source };
}
