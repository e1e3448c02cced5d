import type { Event } from "@parlance/contract/events/index.ts";
import { applyEventToMessage, changedMessageIds, deletedMessageIds } from "./apply-event-to-message.ts";
import type { KnownMessage } from "./messages.ts";
import { WritableStore } from "../../stores/writable-store.ts";

/** Messages one by one: as the server has confirmed them, and as they are shown, with what is pending. */
export class MessageCells {
  readonly #confirmed = new Map<number, KnownMessage>();
  /** Those that were confirmed once, and may have changed since: they are shown until the server has said what they are now. */
  readonly #unconfirmed = new Map<number, KnownMessage>();
  readonly #shown = new Map<number, WritableStore<KnownMessage | undefined>>();
  #pending: readonly Event[] = [];

  /** Those that the server has confirmed. */
  get confirmed(): ReadonlyMap<number, KnownMessage> {
    return this.#confirmed;
  }

  /** As it is known here, confirmed or not any more. */
  known(id: number): KnownMessage | undefined {
    return this.#confirmed.get(id) ?? this.#unconfirmed.get(id);
  }

  cell(id: number): WritableStore<KnownMessage | undefined> {
    const known = this.#shown.get(id);
    if (known) return known;
    const cell = new WritableStore(this.known(id));
    this.#shown.set(id, cell);
    return cell;
  }

  isWatched(id: number): boolean {
    return this.#shown.get(id)?.isWatched ?? false;
  }

  /** Adds messages that were fetched, with what has happened to them since the request. Those that are confirmed stay as they are. */
  putFetched(messages: readonly KnownMessage[], since: readonly Event[]): void {
    const deleted = deletedMessageIds(since);
    for (const message of messages)
      if (!deleted.has(message.id) && !this.#confirmed.has(message.id))
        this.put(since.reduce(applyEventToMessage, message));
  }

  /** Removes those of the requested messages that the server did not return, unless they have been confirmed meanwhile. */
  removeMissing(requested: readonly number[], returned: readonly KnownMessage[]): void {
    const found = new Set(returned.map(({ id }) => id));
    this.remove(requested.filter((id) => !found.has(id) && !this.#confirmed.has(id)));
  }

  put(message: KnownMessage): void {
    this.#confirmed.set(message.id, message);
    this.#unconfirmed.delete(message.id);
    this.#show(message.id);
  }

  change(id: number, event: Event): void {
    const message = this.known(id);
    if (!message) return;
    const among = this.#confirmed.has(id) ? this.#confirmed : this.#unconfirmed;
    among.set(id, applyEventToMessage(message, event));
    this.#show(id);
  }

  /** They are gone. */
  remove(ids: readonly number[]): void {
    for (const id of ids) {
      this.#confirmed.delete(id);
      this.#unconfirmed.delete(id);
      this.#show(id);
    }
  }

  /** They are there, but not needed here. */
  evict(id: number): void {
    this.#confirmed.delete(id);
    this.#unconfirmed.delete(id);
    this.#shown.delete(id);
  }

  /** Nothing is confirmed any more. */
  unconfirmAll(): void {
    for (const message of this.#confirmed.values()) this.#unconfirmed.set(message.id, message);
    this.#confirmed.clear();
  }

  /** Those not confirmed any more that somebody looks at. */
  get watchedUnconfirmed(): readonly number[] {
    return [...this.#unconfirmed.keys()].filter((id) => this.isWatched(id));
  }

  /** Forgets those not confirmed any more that nobody looks at. */
  evictUnconfirmed(): void {
    for (const id of this.#unconfirmed.keys()) if (!this.isWatched(id)) this.evict(id);
  }

  /** What the person has done and the server has not confirmed. */
  showPending(pending: readonly Event[]): void {
    const before = this.#pending;
    this.#pending = pending;
    for (const id of new Set([...before, ...pending].flatMap(changedMessageIds))) this.#show(id);
  }

  #show(id: number): void {
    const known = this.known(id);
    this.cell(id).set(known && this.#pending.reduce(applyEventToMessage, known));
  }
}
