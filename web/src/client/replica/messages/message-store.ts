import type { Event } from "@parlance/contract/events/index.ts";
import { deletedMessageIds, changedMessageIds } from "./apply-event-to-message.ts";
import { InFlightRequests } from "./in-flight-requests.ts";
import { type WindowLimits, trimToNewest, evictIdleWindows, defaultWindowLimits } from "./window-eviction.ts";
import { selectPersistedMessages } from "./persisted-messages.ts";
import { matches, canEnterNarrow } from "./narrow-matching.ts";
import { MessageCells } from "./message-cells.ts";
import type { KnownMessage, Messages, MessageWindow, WindowAnchor } from "./messages.ts";
import type { PersistedMessages, FetchedPage, MessagePage, MessageSource, PageRequest } from "./message-source.ts";
import { narrowKey, type Narrow } from "../../routes/narrow.ts";
import { findLocalAnchor, serverAnchor, openingRequest, nextPageRequest, refetchRequest } from "./window-opening.ts";
import { showPartialWindow, PARTIAL_DELAY_MS } from "./partial-window.ts";
import type { Store } from "../../stores/store.ts";
import {
  EMPTY_WINDOW,
  clearWindow,
  type WindowState,
  mergePage,
  mergeMarkedContent,
  createWindowState,
  updateWindow,
  insertMessage,
  withoutMatchFields,
} from "./message-window.ts";

type Side = "around" | "older" | "newer";

/** The loaded messages, kept current by events, and the windows of narrows that contain them. */
export class MessageStore implements Messages {
  readonly #source: MessageSource;
  readonly #me: number;
  readonly #cells = new MessageCells();
  readonly #windows = new Map<string, WindowState>();
  #openings = 0;
  readonly #requestedIds = new Set<number>();
  readonly #requests = new InFlightRequests();
  /** Number of resets. Responses to requests made before the last reset are outdated. */
  #age = 0;
  readonly #limits: WindowLimits;
  /** Number of loaded messages above which idle ones are evicted. */
  #evictionThreshold: number;
  /** Messages that were idle at the last eviction. */
  #idleIds: ReadonlySet<number> = new Set();

  constructor(source: MessageSource, me: number, bounds = defaultWindowLimits) {
    this.#source = source;
    this.#me = me;
    this.#limits = bounds;
    this.#evictionThreshold = bounds.maxMessages;
  }

  readonly message = (id: number): Store<KnownMessage | undefined> => this.#cells.cell(id);

  readonly window = (narrow: Narrow): Store<MessageWindow> => this.#windowState(narrow).source;

  readonly open = (narrow: Narrow, at: WindowAnchor): void => {
    const state = this.#windowState(narrow);
    state.openedOrder = this.#openings += 1;
    const window = state.source.get();
    if (window.loading === "around" && state.at === at) return;
    state.at = at;
    // A fetch in flight for another position would replace this one.
    if (window.loading === "around") this.#discardPendingFetch(state);
    const { confirmed } = this.#cells;
    const anchor = state.isStale ? undefined : findLocalAnchor(window, at, confirmed);
    if (anchor === undefined) void this.#fetch(state, "around", openingRequest(state, at));
    else updateWindow(state, { anchor, problem: null });
  };

  readonly fetchOlder = (narrow: Narrow): void => this.#fetchNext(this.#windowState(narrow), "older");

  readonly fetchNewer = (narrow: Narrow): void => this.#fetchNext(this.#windowState(narrow), "newer");

  readonly refetch = (narrow: Narrow): void => this.#refetch(this.#windowState(narrow));

  readonly trimToNewest = (narrow: Narrow): void => trimToNewest(this.#windowState(narrow), this.#limits);

  readonly ensureLoaded = (ids: readonly number[]): void => {
    const missing = ids.filter((id) => id > 0 && !this.#cells.confirmed.has(id) && !this.#requestedIds.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.#requestedIds.add(id);
    // Messages that could not be fetched are requested again when they are next needed.
    const settle = () => {
      for (const id of missing) this.#requestedIds.delete(id);
    };
    const land = ({ messages }: Pick<MessagePage, "messages">) => this.#cells.removeMissing(missing, messages);
    void this.#runRequest(async () => this.#source.byIds(missing), land).then(settle, settle);
  };

  /** Applies an event from the server. */
  receive(event: Event): void {
    this.#requests.receive(event);
    if (!this.#requests.hasPending && this.#cells.confirmed.size > this.#evictionThreshold) this.#evictIdle();
    if (event.type === "message") this.#addMessage({ ...event.message, flags: event.flags });
    else if (event.type === "delete_message") this.#remove([...deletedMessageIds([event])]);
    else this.#change(event);
  }

  /** Shows the user's changes that the server has not confirmed. */
  showPending(pending: readonly Event[]): void {
    this.#cells.showPending(pending);
  }

  /** Number of loaded messages. */
  get count(): number {
    return this.#cells.confirmed.size;
  }

  /** The parts to persist: windows that contain the newest messages. */
  get persisted(): PersistedMessages {
    return selectPersistedMessages(this.#windows.values(), this.#cells.confirmed);
  }

  /** Starts from persisted messages. */
  restore({ messages, windows }: PersistedMessages): void {
    for (const message of messages) this.#cells.put(message);
    for (const { narrow, window } of windows) this.#windowState(narrow).source.set(window);
  }

  /** Treats all messages as outdated: events may have been missed. Displayed ones remain until fetched again. */
  reset(): void {
    this.#age += 1;
    this.#cells.unconfirmAll();
    const sought = [...this.#requestedIds, ...this.#cells.watchedUnconfirmed];
    this.#requestedIds.clear();
    for (const state of this.#windows.values()) this.#refetch(state);
    this.ensureLoaded(sought);
    this.#evictUnconfirmedIfFresh();
  }

  /** Retries failed fetches of what is displayed, because the server is reachable again. */
  retry(): void {
    for (const state of this.#windows.values()) {
      const { loading, problem } = state.source.get();
      if (loading === null && (state.isStale || problem !== null)) this.#refetch(state);
    }
    this.ensureLoaded(this.#cells.watchedUnconfirmed);
  }

  /** Evicts messages that were idle at the last eviction too: messages about to be displayed may not be watched yet. */
  #evictIdle(): void {
    const stays = evictIdleWindows([...this.#windows.values()], this.#limits);
    const idle = [...this.#cells.confirmed.keys()].filter((id) => !stays.has(id) && !this.#cells.isWatched(id));
    for (const id of idle) if (this.#idleIds.has(id)) this.#cells.evict(id);
    this.#idleIds = new Set(idle);
    const { maxMessages } = this.#limits;
    this.#evictionThreshold = Math.max(maxMessages, this.#cells.confirmed.size + maxMessages / 8);
  }

  /** Fetches the loaded part of a narrow again if it is, or is about to be, displayed. Otherwise, clears it. */
  #refetch(state: WindowState): void {
    // A list is opened before it is rendered, and watched only afterwards.
    if (!state.source.isWatched && state.source.get().loading !== "around") return clearWindow(state);
    this.#discardPendingFetch(state);
    state.isStale = true;
    void this.#fetch(state, "around", refetchRequest(state));
    if (state.source.get().ids.length > 0) state.at = null;
  }

  /** Ignores the response of a fetch in flight for a narrow. */
  #discardPendingFetch(state: WindowState): void {
    state.age += 1;
    updateWindow(state, { loading: null });
  }

  #evictUnconfirmedIfFresh(): void {
    if (![...this.#windows.values()].some(({ isStale }) => isStale)) this.#cells.evictUnconfirmed();
  }

  #windowState(narrow: Narrow): WindowState {
    const key = narrowKey(narrow);
    const state = this.#windows.get(key) ?? createWindowState(narrow);
    this.#windows.set(key, state);
    return state;
  }

  #fetchNext(state: WindowState, side: "older" | "newer"): void {
    const request = nextPageRequest(state, side);
    if (request === null) return;
    if (state.isStale) this.#refetch(state);
    else void this.#fetch(state, side, request);
  }

  async #fetch(state: WindowState, side: Side, request: PageRequest): Promise<void> {
    const { age } = state;
    updateWindow(state, { loading: side, problem: null });
    const show = () => {
      if (age === state.age && side === "around") showPartialWindow(state, this.#cells.confirmed.values(), this.#me);
    };
    const slow = setTimeout(show, PARTIAL_DELAY_MS);
    try {
      await this.#runRequest(
        async () => this.#source.page(request),
        (page, since) => {
          if (age === state.age) this.#applyPage(state, side, { page, request, since });
        },
      );
    } catch (error) {
      show();
      if (age === state.age)
        updateWindow(state, { loading: null, problem: error instanceof Error ? error.message : String(error) });
    } finally {
      clearTimeout(slow);
    }
  }

  #applyPage(state: WindowState, side: Side, { page, request, since }: FetchedPage): void {
    const ids = page.messages.map(({ id }) => id).filter((id) => this.#belongs(state, id));
    const found = { ids, foundOldest: page.foundOldest, foundNewest: page.foundNewest };
    const anchor = side === "around" ? { anchor: serverAnchor(page, request, this.#cells.confirmed) } : {};
    const window = state.source.get();
    const marked = mergeMarkedContent(window.marked, page.messages);
    const parts = mergePage(state.isStale ? EMPTY_WINDOW : window, found, side);
    state.isStale = false;
    updateWindow(state, { ...parts, ...anchor, marked, loading: null, isPartial: false });
    this.#addNewerMessages(state, since);
    if (since.length > 0) this.#refetchIfEmptied(state);
    this.#evictUnconfirmedIfFresh();
  }

  /** Returns false if a message of a page or window no longer exists, or no longer matches the narrow. */
  #belongs({ narrow }: WindowState, id: number): boolean {
    const message = this.#cells.known(id);
    return message !== undefined && matches(narrow, message, this.#me) !== false;
  }

  /** Adds messages that were sent or moved here while the page was being fetched, and are not in it. */
  #addNewerMessages(state: WindowState, since: readonly Event[]): void {
    const last = state.source.get().ids.at(-1) ?? 0;
    const ids = [...this.#cells.confirmed.keys()].filter((id) => id > last).concat(since.flatMap(changedMessageIds));
    for (const id of ids.toSorted((a, b) => a - b)) this.#insert(state, id);
  }

  /** Fetches messages, and applies the events received since the request to them. */
  async #runRequest<R extends Pick<MessagePage, "messages">>(
    request: () => Promise<R>,
    land: (answer: R, since: readonly Event[]) => void,
  ): Promise<void> {
    const age = this.#age;
    await this.#requests.run(request, (answer, since) => {
      // The events since then are unknown.
      if (age !== this.#age) return;
      this.#cells.putFetched(answer.messages.map(withoutMatchFields), since);
      land(answer, since);
    });
  }

  #addMessage(message: KnownMessage): void {
    this.#cells.put(message);
    for (const state of this.#windows.values()) this.#insert(state, message.id);
  }

  #insert(state: WindowState, id: number): void {
    const message = this.#cells.confirmed.get(id);
    if (!message || matches(state.narrow, message, this.#me) !== true) return;
    const ids = insertMessage(state.source.get(), id);
    if (ids !== state.source.get().ids) updateWindow(state, { ids });
    else if (state.source.get().hasOldest) this.#refetchIfEmptied(state);
  }

  #remove(ids: readonly number[]): void {
    const gone = new Set(ids);
    for (const state of this.#windows.values()) this.#retain(state, (id) => !gone.has(id));
    this.#cells.remove(ids);
  }

  #retain(state: WindowState, stays: (id: number) => boolean): void {
    const { ids } = state.source.get();
    const remaining = ids.filter(stays);
    if (remaining.length < ids.length) updateWindow(state, { ids: remaining });
    if (remaining.length === 0 && ids.length > 0) this.#refetchIfEmptied(state);
  }

  /** Refetches a window that lost all its messages and did not contain the whole narrow: its position is unknown. */
  #refetchIfEmptied(state: WindowState): void {
    const { ids, hasOldest, hasNewest, loading } = state.source.get();
    if (ids.length === 0 && loading === null && !(hasOldest && hasNewest)) this.#refetch(state);
  }

  #change(event: Event): void {
    const isAll = event.type === "update_message_flags" && event.op === "add" && event.all;
    const ids = isAll ? [...this.#cells.confirmed.keys()] : changedMessageIds(event);
    if (ids.length === 0) return;
    for (const id of ids) this.#cells.change(id, event);
    this.#updateWindows(ids);
    // If messages that are not loaded have moved in, the loaded part has gaps.
    if (ids.every((id) => this.#cells.confirmed.has(id))) return;
    for (const state of this.#windows.values()) if (canEnterNarrow(state.narrow, event)) this.#refetch(state);
  }

  /** Adds changed messages to the windows that they now belong to, and removes them from the others. */
  #updateWindows(ids: readonly number[]): void {
    const changed = new Set(ids);
    for (const state of this.#windows.values()) {
      this.#retain(state, (id) => !changed.has(id) || this.#belongs(state, id));
      for (const id of ids) this.#insert(state, id);
    }
  }
}
