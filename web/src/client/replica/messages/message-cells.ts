import type { Event } from "@parlance/contract/events/index.ts";
import { applyEventToMessage, changedMessageIds, deletedMessageIds } from "./apply-event-to-message.ts";
import type { KnownMessage } from "./messages.ts";
import { WritableStore } from "../../stores/writable-store.ts";

/** Individual messages: as confirmed by the server, and as shown, with pending changes applied. */
export class MessageCells {
  readonly #confirmed = new Map<number, KnownMessage>();
  /**
   * Messages that may have changed since they were confirmed. They are shown until the server has confirmed them again.
   */
  readonly #unconfirmed = new Map<number, KnownMessage>();
  readonly #shown = new Map<number, WritableStore<KnownMessage | undefined>>();
  #pending: readonly Event[] = [];

  /** The confirmed messages. */
  get confirmed(): ReadonlyMap<number, KnownMessage> {
    return this.#confirmed;
  }

  /** Returns a message, confirmed or not. */
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

  /**
   * Adds fetched messages, with the events since the request applied. Messages that are already confirmed are not
   * changed.
   */
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

  /** Removes deleted messages. */
  remove(ids: readonly number[]): void {
    for (const id of ids) {
      this.#confirmed.delete(id);
      this.#unconfirmed.delete(id);
      this.#show(id);
    }
  }

  /** Removes a message that still exists but is not needed here. */
  evict(id: number): void {
    this.#confirmed.delete(id);
    this.#unconfirmed.delete(id);
    this.#shown.delete(id);
  }

  /** Marks all messages as unconfirmed. */
  unconfirmAll(): void {
    for (const message of this.#confirmed.values()) this.#unconfirmed.set(message.id, message);
    this.#confirmed.clear();
  }

  /** Unconfirmed messages that are being displayed. */
  get watchedUnconfirmed(): readonly number[] {
    return [...this.#unconfirmed.keys()].filter((id) => this.isWatched(id));
  }

  /** Removes unconfirmed messages that are not being displayed. */
  evictUnconfirmed(): void {
    for (const id of this.#unconfirmed.keys()) if (!this.isWatched(id)) this.evict(id);
  }

  /** Shows the user's changes that the server has not confirmed. */
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
