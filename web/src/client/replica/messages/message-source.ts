import type { Event } from "@parlance/contract/events/index.ts";
import type { KnownMessage, MessageWindow } from "./messages.ts";
import type { Narrow } from "../../routes/narrow.ts";

/** What is asked of the server for a page. */
export interface PageRequest {
  readonly narrow: Narrow;
  readonly anchor: string;
  readonly before: number;
  readonly after: number;
}

export interface MessagePage {
  readonly messages: readonly KnownMessage[];
  readonly anchor: number;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** A page, what was asked for, and what happened while it was on its way. */
export interface FetchedPage {
  readonly page: MessagePage;
  readonly request: PageRequest;
  readonly since: readonly Event[];
}

/** How messages are fetched. What cannot be fetched is thrown as an error whose message people can read. */
export interface MessageSource {
  readonly page: (request: PageRequest) => Promise<MessagePage>;
  readonly byIds: (ids: readonly number[]) => Promise<Pick<MessagePage, "messages">>;
}

/** Messages and windows, as they are kept while no page is open. */
export interface PersistedMessages {
  readonly messages: readonly KnownMessage[];
  readonly windows: readonly { readonly narrow: Narrow; readonly window: MessageWindow }[];
}
