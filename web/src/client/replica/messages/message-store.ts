import type { Event } from "@parlance/contract/events/index.ts";
import { applyToMessage, deletedIn, messagesIn } from "./apply-event-to-message.ts";
import { Flights } from "./in-flight-requests.ts";
import { type Bounds, keepNewest, shortened, usualBounds } from "./window-eviction.ts";
import { keptOf } from "./persisted-messages.ts";
import { matches, mayGain } from "./narrow-matching.ts";
import { MessageCells } from "./message-cells.ts";
import type { KnownMessage, Messages, MessageWindow, Opening } from "./messages.ts";
import type { KeptMessages, Landed, MessagePage, MessageSource, PageRequest } from "./message-source.ts";
import { keyOf, type Narrow } from "../../routes/narrow.ts";
import { anchorIn, anchorOf, isHere, openingRequest, PAGE, requestAnew } from "./window-opening.ts";
import { hasFailed, showPartly, SLOW_MS } from "./partial-window.ts";
import type { Store } from "../../stores/store.ts";
import {
  EMPTY,
  empty,
  type Held,
  joined,
  markedIn,
  newHeld,
  patch,
  withMessage,
  withoutMarks,
} from "./message-window.ts";

type Side = "around" | "older" | "newer";

/** Messages that are here, followed by the events that concern them, and the parts of narrows that they make up. */
export class MessageStore implements Messages {
  readonly #source: MessageSource;
  readonly #me: number;
  readonly #cells = new MessageCells();
  readonly #windows = new Map<string, Held>();
  #openings = 0;
  readonly #wanted = new Set<number>();
  readonly #flights = new Flights();
  /** How often everything was forgotten: answers to what was asked before say what was then. */
  #age = 0;
  readonly #bounds: Bounds;
  /** With so many messages here, those that nobody needs are looked for. */
  #looksAt: number;
  /** Those that nobody needed when that was done last. */
  #idle: ReadonlySet<number> = new Set();

  constructor(source: MessageSource, me: number, bounds = usualBounds) {
    this.#source = source;
    this.#me = me;
    this.#bounds = bounds;
    this.#looksAt = bounds.messages;
  }

  readonly message = (id: number): Store<KnownMessage | undefined> => this.#cells.cell(id);

  readonly window = (narrow: Narrow): Store<MessageWindow> => this.#held(narrow).source;

  readonly open = (narrow: Narrow, at: Opening): void => {
    const held = this.#held(narrow);
    held.opened = this.#openings += 1;
    const window = held.source.get();
    if (window.loading === "around" && held.at === at) return;
    held.at = at;
    // What is on its way for another opening would take its place.
    if (window.loading === "around") this.#turnBack(held);
    const { confirmed } = this.#cells;
    if (held.isStale || !isHere(window, at, confirmed)) void this.#fetch(held, "around", openingRequest(held, at));
    else patch(held, { anchor: anchorIn(window, at, confirmed), problem: null });
  };

  readonly fetchOlder = (narrow: Narrow): void => {
    const held = this.#held(narrow);
    const { ids, hasOldest, loading } = held.source.get();
    if (hasOldest || loading !== null || ids[0] === undefined || hasFailed(held)) return;
    if (held.isStale) return this.#renew(held);
    void this.#fetch(held, "older", { narrow, anchor: String(ids[0]), before: 2 * PAGE, after: 0 });
  };

  readonly fetchNewer = (narrow: Narrow): void => {
    const held = this.#held(narrow);
    const { ids, hasNewest, loading } = held.source.get();
    const last = ids.at(-1);
    if (hasNewest || loading !== null || last === undefined || hasFailed(held)) return;
    if (held.isStale) return this.#renew(held);
    void this.#fetch(held, "newer", { narrow, anchor: String(last), before: 0, after: 2 * PAGE });
  };

  readonly renew = (narrow: Narrow): void => this.#renew(this.#held(narrow));

  readonly keepNewest = (narrow: Narrow): void => keepNewest(this.#held(narrow), this.#bounds);

  readonly want = (ids: readonly number[]): void => {
    const missing = ids.filter((id) => id > 0 && !this.#cells.confirmed.has(id) && !this.#wanted.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.#wanted.add(id);
    // What could not be fetched is asked for again when it is wanted again.
    const settle = () => {
      for (const id of missing) this.#wanted.delete(id);
    };
    const land = ({ messages }: Pick<MessagePage, "messages">) => {
      const there = new Set(messages.map(({ id }) => id));
      this.#cells.remove(missing.filter((id) => !there.has(id) && !this.#cells.confirmed.has(id)));
    };
    void this.#inFlight(async () => this.#source.byIds(missing), land).then(settle, settle);
  };

  /** What the server tells happened. */
  receive(event: Event): void {
    this.#flights.receive(event);
    if (!this.#flights.isAnyUnderWay && this.#cells.confirmed.size > this.#looksAt) this.#forgetIdle();
    if (event.type === "message") this.#arrive({ ...event.message, flags: event.flags });
    else if (event.type === "delete_message") this.#remove([...deletedIn([event])]);
    else this.#change(event);
  }

  /** What the person has done and the server has not confirmed. */
  showPending(pending: readonly Event[]): void {
    this.#cells.showPending(pending);
  }

  /** How many messages are here. */
  get count(): number {
    return this.#cells.confirmed.size;
  }

  /** What to keep of the windows with the newest messages. */
  get kept(): KeptMessages {
    return keptOf(this.#windows.values(), this.#cells.confirmed);
  }

  /** Begins with what was kept. */
  restore({ messages, windows }: KeptMessages): void {
    for (const message of messages) this.#cells.put(message);
    for (const { narrow, window } of windows) this.#held(narrow).source.set(window);
  }

  /** Trusts nothing that is here: it may have changed while nobody told. What is looked at stays until it has been fetched again. */
  reset(): void {
    this.#age += 1;
    this.#cells.doubtAll();
    const sought = [...this.#wanted, ...this.#cells.doubtful];
    this.#wanted.clear();
    for (const held of this.#windows.values()) this.#renew(held);
    this.want(sought);
    this.#endDoubts();
  }

  /** Asks again for what could not be fetched and is looked at: there is a way to the server again. */
  retry(): void {
    for (const held of this.#windows.values()) {
      const { loading, problem } = held.source.get();
      if (loading === null && (held.isStale || problem !== null)) this.#renew(held);
    }
    this.want(this.#cells.doubtful);
  }

  /** Forgets messages that nobody has needed for a while: what is being shown just now may not be watched yet. */
  #forgetIdle(): void {
    const stays = shortened([...this.#windows.values()], this.#bounds);
    const idle = [...this.#cells.confirmed.keys()].filter((id) => !stays.has(id) && !this.#cells.isWatched(id));
    for (const id of idle) if (this.#idle.has(id)) this.#cells.forget(id);
    this.#idle = new Set(idle);
    this.#looksAt = Math.max(this.#bounds.messages, this.#cells.confirmed.size + this.#bounds.messages / 8);
  }

  /** Fetches what of a narrow is here again, and shows it until then, if somebody looks at it, or is about to; else forgets it. */
  #renew(held: Held): void {
    // A list is opened before it is drawn, and watched only when it has been.
    if (!held.source.isWatched && held.source.get().loading !== "around") return empty(held);
    this.#turnBack(held);
    held.isStale = true;
    void this.#fetch(held, "around", requestAnew(held));
    if (held.source.get().ids.length > 0) held.at = null;
  }

  /** What is on its way for a narrow comes too late. */
  #turnBack(held: Held): void {
    held.age += 1;
    patch(held, { loading: null });
  }

  #endDoubts(): void {
    if (![...this.#windows.values()].some(({ isStale }) => isStale)) this.#cells.forgetDoubtful();
  }

  #held(narrow: Narrow): Held {
    const key = keyOf(narrow);
    const held = this.#windows.get(key) ?? newHeld(narrow);
    this.#windows.set(key, held);
    return held;
  }

  async #fetch(held: Held, side: Side, request: PageRequest): Promise<void> {
    const { age } = held;
    patch(held, { loading: side, problem: null });
    const show = () => {
      if (age === held.age && side === "around") showPartly(held, this.#cells.confirmed.values(), this.#me);
    };
    const slow = setTimeout(show, SLOW_MS);
    try {
      await this.#inFlight(
        async () => this.#source.page(request),
        (page, since) => {
          if (age === held.age) this.#take(held, side, { page, request, since });
        },
      );
    } catch (error) {
      show();
      if (age === held.age)
        patch(held, { loading: null, problem: error instanceof Error ? error.message : String(error) });
    } finally {
      clearTimeout(slow);
    }
  }

  #take(held: Held, side: Side, { page, request, since }: Landed): void {
    const ids = page.messages.map(({ id }) => id).filter((id) => this.#belongs(held, id));
    const found = { ids, foundOldest: page.foundOldest, foundNewest: page.foundNewest };
    const anchor = side === "around" ? { anchor: anchorOf(page, request, this.#cells.confirmed) } : {};
    const window = held.source.get();
    const marked = markedIn(window.marked, page.messages);
    const parts = joined(held.isStale ? EMPTY : window, found, side);
    held.isStale = false;
    patch(held, { ...parts, ...anchor, marked, loading: null, isPartial: false });
    this.#catchUp(held, since);
    if (since.length > 0) this.#renewUnlessWhole(held);
    this.#endDoubts();
  }

  /** Whether a message that came with a page is still where the page says. */
  #belongs({ narrow }: Held, id: number): boolean {
    const message = this.#cells.known(id);
    return message !== undefined && matches(narrow, message, this.#me) !== false;
  }

  /** Adds what arrived or moved here while a page was on its way, and was not yet in it. */
  #catchUp(held: Held, since: readonly Event[]): void {
    const last = held.source.get().ids.at(-1) ?? 0;
    const ids = [...this.#cells.confirmed.keys()].filter((id) => id > last).concat(since.flatMap(messagesIn));
    for (const id of ids.toSorted((a, b) => a - b)) this.#insert(held, id);
  }

  /** Asks for messages; those that come are what they were then, and what happened since is done to them. */
  async #inFlight<R extends Pick<MessagePage, "messages">>(
    ask: () => Promise<R>,
    land: (answer: R, since: readonly Event[]) => void,
  ): Promise<void> {
    const age = this.#age;
    await this.#flights.follow(ask, (answer, since) => {
      // Nobody told what happened since.
      if (age !== this.#age) return;
      const gone = deletedIn(since);
      for (const message of answer.messages) {
        if (gone.has(message.id) || this.#cells.confirmed.has(message.id)) continue;
        this.#cells.put(since.reduce(applyToMessage, withoutMarks(message)));
      }
      land(answer, since);
    });
  }

  #arrive(message: KnownMessage): void {
    this.#cells.put(message);
    for (const held of this.#windows.values()) this.#insert(held, message.id);
  }

  #insert(held: Held, id: number): void {
    const message = this.#cells.confirmed.get(id);
    if (!message || matches(held.narrow, message, this.#me) !== true) return;
    const ids = withMessage(held.source.get(), id);
    if (ids !== held.source.get().ids) patch(held, { ids });
    else if (held.source.get().hasOldest) this.#renewUnlessWhole(held);
  }

  #remove(ids: readonly number[]): void {
    const gone = new Set(ids);
    for (const held of this.#windows.values()) this.#keep(held, (id) => !gone.has(id));
    this.#cells.remove(ids);
  }

  #keep(held: Held, stays: (id: number) => boolean): void {
    const { ids } = held.source.get();
    const kept = ids.filter(stays);
    if (kept.length < ids.length) patch(held, { ids: kept });
    if (kept.length === 0 && ids.length > 0) this.#renewUnlessWhole(held);
  }

  /** Where all that was here has gone, nothing says where to go on, unless nothing else was there. */
  #renewUnlessWhole(held: Held): void {
    const { ids, hasOldest, hasNewest, loading } = held.source.get();
    if (ids.length === 0 && loading === null && !(hasOldest && hasNewest)) this.#renew(held);
  }

  #change(event: Event): void {
    const isAll = event.type === "update_message_flags" && event.op === "add" && event.all;
    const ids = isAll ? [...this.#cells.confirmed.keys()] : messagesIn(event);
    if (ids.length === 0) return;
    for (const id of ids) this.#cells.change(id, event);
    this.#regroup(ids);
    // Where messages came to that are not here, what is here has gaps.
    if (ids.every((id) => this.#cells.confirmed.has(id))) return;
    for (const held of this.#windows.values()) if (mayGain(held.narrow, event)) this.#renew(held);
  }

  /** Puts changed messages into the windows where they belong now, and out of the others. */
  #regroup(ids: readonly number[]): void {
    const changed = new Set(ids);
    for (const held of this.#windows.values()) {
      this.#keep(held, (id) => !changed.has(id) || this.#belongs(held, id));
      for (const id of ids) this.#insert(held, id);
    }
  }
}
