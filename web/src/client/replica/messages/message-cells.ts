import type { Event } from "@parlance/contract/events/index.ts";
import { applyEventToMessage, changedMessageIds, deletedMessageIds } from "./apply-event-to-message.ts";
import type { KnownMessage } from "./messages.ts";
import { WritableStore } from "../../stores/writable-store.ts";

/**
 * The individual messages. Each exists as the server has confirmed it, and as it is displayed: with the user's pending
 * changes applied.
 */
export class MessageCells {
  readonly #confirmed = new Map<number, KnownMessage>();
  /**
   * Messages that may have changed since the server confirmed them. They remain displayed until they are confirmed
   * again.
   */
  readonly #unconfirmed = new Map<number, KnownMessage>();
  readonly #shown = new Map<number, WritableStore<KnownMessage | undefined>>();
  #pending: readonly Event[] = [];

  /** The confirmed messages, by id. */
  get confirmed(): ReadonlyMap<number, KnownMessage> {
    return this.#confirmed;
  }

  /** Returns a message, whether it is confirmed or not. */
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
   * Adds fetched messages, and applies the events received since the request to them. Messages that are already
   * confirmed are not replaced.
   */
  putFetched(messages: readonly KnownMessage[], since: readonly Event[]): void {
    const deleted = deletedMessageIds(since);
    for (const message of messages)
      if (!deleted.has(message.id) && !this.#confirmed.has(message.id))
        this.put(since.reduce(applyEventToMessage, message));
  }

  /**
   * Removes requested messages that the server did not return, because they no longer exist. Messages that were
   * confirmed after the request remain.
   */
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

  /** Removes a message from memory. The message still exists on the server. */
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

  /** Ids of the unconfirmed messages that are displayed. */
  get watchedUnconfirmed(): readonly number[] {
    return [...this.#unconfirmed.keys()].filter((id) => this.isWatched(id));
  }

  /** Removes the unconfirmed messages that are not displayed. */
  evictUnconfirmed(): void {
    for (const id of this.#unconfirmed.keys()) if (!this.isWatched(id)) this.evict(id);
  }

  /**
   * Applies the user's pending changes to the displayed messages. Earlier pending changes that are no longer among them
   * are undone.
   */
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
