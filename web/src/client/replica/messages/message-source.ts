import type { Event } from "@parlance/contract/events/index.ts";
import type { KnownMessage, MessageWindow } from "./messages.ts";
import type { Narrow } from "../../routes/narrow.ts";

/** Request for a page of messages. */
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

/** A page of messages, its request, and the events received since the request. */
export interface FetchedPage {
  readonly page: MessagePage;
  readonly request: PageRequest;
  readonly since: readonly Event[];
}

/** A source of messages. If a fetch fails, the error's message is suitable for users. */
export interface MessageSource {
  readonly page: (request: PageRequest) => Promise<MessagePage>;
  readonly byIds: (ids: readonly number[]) => Promise<Pick<MessagePage, "messages">>;
}

/** The messages and windows that are persisted, so that a page opened later starts from them. */
export interface PersistedMessages {
  readonly messages: readonly KnownMessage[];
  readonly windows: readonly { readonly narrow: Narrow; readonly window: MessageWindow }[];
}
