import type { Event, EventOf } from "@parlance/contract/events/index.ts";
import { applyToMessage, messagesIn, wasMoved } from "./apply-to-message.ts";
import { matches, mayHold } from "./matches.ts";
import type { KnownMessage, Messages, MessageWindow, Opening } from "./messages.ts";
import type { KeptMessages, MessagePage, MessageSource, PageRequest } from "./message-source.ts";
import { keyOf, type Narrow } from "./narrow.ts";
import { Source } from "./source.ts";
import type { Store } from "./store.ts";
import { EMPTY, type Held, joined, markedIn, patch, withMessage, withoutMarks } from "./windows.ts";

/** So many messages come at each side. */
const PAGE = 60;

/** So many messages are kept. */
const KEPT = 3_000;

type Side = "around" | "older" | "newer";

/** Messages that are here, followed by the events that concern them, and the parts of narrows that they make up. */
export class MessageStore implements Messages {
  readonly #source: MessageSource;
  readonly #me: number;
  /** As the server has confirmed them. */
  readonly #confirmed = new Map<number, KnownMessage>();
  /** As they are shown, with what is pending. */
  readonly #shown = new Map<number, Source<KnownMessage | undefined>>();
  readonly #windows = new Map<string, Held>();
  #pending: readonly Event[] = [];
  readonly #wanted = new Set<number>();
  /** What happened while pages were on their way, for messages that come with them as they were before. */
  #flights = 0;
  #missed: Event[] = [];

  constructor(source: MessageSource, me: number) {
    this.#source = source;
    this.#me = me;
  }

  readonly message = (id: number): Store<KnownMessage | undefined> => this.#cell(id);

  readonly window = (narrow: Narrow): Store<MessageWindow> => this.#held(narrow).source;

  readonly open = (narrow: Narrow, at: Opening): void => {
    const held = this.#held(narrow);
    const window = held.source.get();
    if (window.loading === "around") return;
    if (this.#isHere(window, at)) {
      patch(held, { anchor: this.#anchorIn(window, at), problem: null });
      return;
    }
    const anchor = String(at);
    void this.#fetch(held, "around", { narrow, anchor, before: PAGE, after: at === "newest" ? 0 : PAGE });
  };

  readonly fetchOlder = (narrow: Narrow): void => {
    const held = this.#held(narrow);
    const { ids, hasOldest, loading } = held.source.get();
    if (hasOldest || loading !== null || ids[0] === undefined) return;
    void this.#fetch(held, "older", { narrow, anchor: String(ids[0]), before: 2 * PAGE, after: 0 });
  };

  readonly fetchNewer = (narrow: Narrow): void => {
    const held = this.#held(narrow);
    const { ids, hasNewest, loading } = held.source.get();
    const last = ids.at(-1);
    if (hasNewest || loading !== null || last === undefined) return;
    void this.#fetch(held, "newer", { narrow, anchor: String(last), before: 0, after: 2 * PAGE });
  };

  readonly want = (ids: readonly number[]): void => {
    const missing = ids.filter((id) => id > 0 && !this.#confirmed.has(id) && !this.#wanted.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.#wanted.add(id);
    // What could not be fetched is asked for again when it is wanted again.
    const settle = () => {
      for (const id of missing) this.#wanted.delete(id);
    };
    void this.#inFlight(async () => this.#source.byIds(missing)).then(settle, settle);
  };

  /** What the server tells happened. */
  receive(event: Event): void {
    if (this.#flights > 0) this.#missed.push(event);
    switch (event.type) {
      case "message":
        this.#arrive({ ...event.message, flags: event.flags });
        break;
      case "delete_message":
        this.#remove(event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]));
        break;
      default:
        this.#change(event);
    }
  }

  /** What the person has done and the server has not confirmed. */
  showPending(pending: readonly Event[]): void {
    const before = this.#pending;
    this.#pending = pending;
    for (const id of new Set([...before, ...pending].flatMap(messagesIn))) this.#show(id);
  }

  /** How many messages are here. */
  get count(): number {
    return this.#confirmed.size;
  }

  /** What to keep of the windows with the newest messages. */
  get kept(): KeptMessages {
    const held = [...this.#windows.values()].filter(
      ({ source }) => source.get().ids.length > 0 && source.get().hasNewest,
    );
    const windows: { narrow: Narrow; window: MessageWindow }[] = [];
    const ids = new Set<number>();
    for (const { narrow, source } of held.toReversed()) {
      const window = { ...source.get(), loading: null, problem: null };
      if (ids.size + window.ids.length > KEPT) continue;
      for (const id of window.ids) ids.add(id);
      windows.push({ narrow, window });
    }
    return { messages: [...ids].flatMap((id) => this.#confirmed.get(id) ?? []), windows };
  }

  /** Begins with what was kept. */
  restore({ messages, windows }: KeptMessages): void {
    for (const message of messages) this.#put(message);
    for (const { narrow, window } of windows) this.#held(narrow).source.set(window);
  }

  /** Forgets everything: it may have changed while nobody told. What is looked at is fetched again. */
  reset(): void {
    this.#confirmed.clear();
    for (const cell of this.#shown.values()) cell.set(undefined);
    for (const held of this.#windows.values()) {
      const { anchor, hasNewest } = held.source.get();
      held.source.set(EMPTY);
      if (held.source.isWatched) this.open(held.narrow, hasNewest ? "newest" : (anchor ?? "newest"));
    }
  }

  #cell(id: number): Source<KnownMessage | undefined> {
    const known = this.#shown.get(id);
    if (known) return known;
    const cell = new Source(this.#confirmed.get(id));
    this.#shown.set(id, cell);
    return cell;
  }

  #held(narrow: Narrow): Held {
    const key = keyOf(narrow);
    const known = this.#windows.get(key);
    if (known) return known;
    const held = { narrow, source: new Source(EMPTY) };
    this.#windows.set(key, held);
    return held;
  }

  #show(id: number): void {
    const confirmed = this.#confirmed.get(id);
    this.#cell(id).set(confirmed && this.#pending.reduce(applyToMessage, confirmed));
  }

  #put(message: KnownMessage): void {
    this.#confirmed.set(message.id, message);
    this.#show(message.id);
  }

  #isHere(window: MessageWindow, at: Opening): boolean {
    if (typeof at === "number") return window.ids.includes(at);
    if (!window.hasNewest) return false;
    // Where the first unread message is known only if nothing before what is here can be unread.
    return at === "newest" || window.hasOldest || this.#isRead(window.ids[0]);
  }

  #isRead(id: number | undefined): boolean {
    return id !== undefined && (this.#confirmed.get(id)?.flags.includes("read") ?? false);
  }

  #anchorIn({ ids }: MessageWindow, at: Opening): number | null {
    if (typeof at === "number") return at;
    return at === "newest" ? null : (ids.find((id) => !this.#isRead(id)) ?? null);
  }

  async #fetch(held: Held, side: Side, request: PageRequest): Promise<void> {
    patch(held, { loading: side, problem: null });
    try {
      const page = await this.#inFlight(async () => this.#source.page(request));
      const ids = page.messages.map(({ id }) => id).filter((id) => this.#belongs(held, id));
      const found = { ids, foundOldest: page.foundOldest, foundNewest: page.foundNewest };
      const anchor = side === "around" ? { anchor: this.#anchorOf(page, request) } : {};
      const marked = markedIn(held.source.get().marked, page.messages);
      patch(held, { ...joined(held.source.get(), found, side), ...anchor, marked, loading: null });
      this.#catchUp(held);
    } catch (error) {
      patch(held, { loading: null, problem: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Where the server opened the page; null at the newest message, for which it names an id beyond all there are. */
  #anchorOf({ anchor }: MessagePage, request: PageRequest): number | null {
    if (request.anchor === "newest" || !this.#confirmed.has(anchor)) return null;
    return request.anchor === "first_unread" && this.#isRead(anchor) ? null : anchor;
  }

  /** Whether a message that came with a page is still where the page says. */
  #belongs({ narrow }: Held, id: number): boolean {
    const message = this.#confirmed.get(id);
    return message !== undefined && matches(narrow, message, this.#me) !== false;
  }

  /** Adds what arrived while a page was on its way, and was not yet in it. */
  #catchUp(held: Held): void {
    const last = held.source.get().ids.at(-1) ?? 0;
    const newer = [...this.#confirmed.keys()].filter((id) => id > last).toSorted((a, b) => a - b);
    for (const id of newer) this.#insert(held, id);
  }

  /** Asks for messages; those that come are what they were then, and what happened since is done to them. */
  async #inFlight<R extends Pick<MessagePage, "messages">>(ask: () => Promise<R>): Promise<R> {
    this.#flights += 1;
    const from = this.#missed.length;
    try {
      const answer = await ask();
      const since = this.#missed.slice(from);
      const gone = new Set(
        since.flatMap((event) => (event.type === "delete_message" ? (event.message_ids ?? []) : [])),
      );
      for (const message of answer.messages) {
        if (gone.has(message.id) || this.#confirmed.has(message.id)) continue;
        this.#put(since.reduce(applyToMessage, withoutMarks(message)));
      }
      return answer;
    } finally {
      this.#flights -= 1;
      if (this.#flights === 0) this.#missed = [];
    }
  }

  #arrive(message: KnownMessage): void {
    this.#put(message);
    for (const held of this.#windows.values()) this.#insert(held, message.id);
  }

  #insert(held: Held, id: number): void {
    const message = this.#confirmed.get(id);
    if (!message || matches(held.narrow, message, this.#me) !== true) return;
    const ids = withMessage(held.source.get(), id);
    if (ids !== held.source.get().ids) patch(held, { ids });
  }

  #remove(ids: readonly number[]): void {
    const gone = new Set(ids);
    for (const held of this.#windows.values()) this.#keep(held, (id) => !gone.has(id));
    for (const id of ids) {
      this.#confirmed.delete(id);
      this.#show(id);
    }
  }

  #keep(held: Held, stays: (id: number) => boolean): void {
    const { ids } = held.source.get();
    const kept = ids.filter(stays);
    if (kept.length < ids.length) patch(held, { ids: kept });
  }

  #change(event: Event): void {
    const isAll = event.type === "update_message_flags" && event.op === "add" && event.all;
    const ids = isAll ? [...this.#confirmed.keys()] : messagesIn(event);
    if (ids.length === 0) return;
    for (const id of ids) {
      const message = this.#confirmed.get(id);
      if (message) this.#put(applyToMessage(message, event));
    }
    this.#regroup(ids);
    if (event.type === "update_message" && wasMoved(event)) this.#refetchTargets(event);
  }

  /** Puts changed messages into the windows where they belong now, and out of the others. */
  #regroup(ids: readonly number[]): void {
    const changed = new Set(ids);
    for (const held of this.#windows.values()) {
      this.#keep(held, (id) => !changed.has(id) || this.#belongs(held, id));
      for (const id of ids) this.#insert(held, id);
    }
  }

  /** Where messages came to that are not here, what is here has gaps. */
  #refetchTargets({ message_ids, new_stream_id, stream_id, subject, orig_subject }: EventOf<"update_message">): void {
    if (message_ids.every((id) => this.#confirmed.has(id))) return;
    const channelId = new_stream_id ?? stream_id ?? 0;
    for (const held of this.#windows.values()) {
      if (!mayHold(held.narrow, channelId, subject ?? orig_subject ?? "")) continue;
      const { hasNewest, anchor } = held.source.get();
      held.source.set(EMPTY);
      if (held.source.isWatched) this.open(held.narrow, hasNewest ? "newest" : (anchor ?? "newest"));
    }
  }
}
