import type { Event } from "@parlance/contract/events/index.ts";
import { applyToMessage, messagesIn } from "./apply-event-to-message.ts";
import type { KnownMessage } from "./messages.ts";
import { Source } from "../../stores/writable-store.ts";

/** Messages one by one: as the server has confirmed them, and as they are shown, with what is pending. */
export class MessageCells {
  readonly #confirmed = new Map<number, KnownMessage>();
  /** Those that were confirmed once, and may have changed since: they are shown until the server has said what they are now. */
  readonly #doubtful = new Map<number, KnownMessage>();
  readonly #shown = new Map<number, Source<KnownMessage | undefined>>();
  #pending: readonly Event[] = [];

  /** Those that the server has confirmed. */
  get confirmed(): ReadonlyMap<number, KnownMessage> {
    return this.#confirmed;
  }

  /** As it is known here, confirmed or not any more. */
  known(id: number): KnownMessage | undefined {
    return this.#confirmed.get(id) ?? this.#doubtful.get(id);
  }

  cell(id: number): Source<KnownMessage | undefined> {
    const known = this.#shown.get(id);
    if (known) return known;
    const cell = new Source(this.known(id));
    this.#shown.set(id, cell);
    return cell;
  }

  isWatched(id: number): boolean {
    return this.#shown.get(id)?.isWatched ?? false;
  }

  put(message: KnownMessage): void {
    this.#confirmed.set(message.id, message);
    this.#doubtful.delete(message.id);
    this.#show(message.id);
  }

  change(id: number, event: Event): void {
    const message = this.known(id);
    if (!message) return;
    const among = this.#confirmed.has(id) ? this.#confirmed : this.#doubtful;
    among.set(id, applyToMessage(message, event));
    this.#show(id);
  }

  /** They are gone. */
  remove(ids: readonly number[]): void {
    for (const id of ids) {
      this.#confirmed.delete(id);
      this.#doubtful.delete(id);
      this.#show(id);
    }
  }

  /** They are there, but not needed here. */
  forget(id: number): void {
    this.#confirmed.delete(id);
    this.#doubtful.delete(id);
    this.#shown.delete(id);
  }

  /** Nothing is confirmed any more. */
  doubtAll(): void {
    for (const message of this.#confirmed.values()) this.#doubtful.set(message.id, message);
    this.#confirmed.clear();
  }

  /** Those not confirmed any more that somebody looks at. */
  get doubtful(): readonly number[] {
    return [...this.#doubtful.keys()].filter((id) => this.isWatched(id));
  }

  /** Forgets those not confirmed any more that nobody looks at. */
  forgetDoubtful(): void {
    for (const id of this.#doubtful.keys()) if (!this.isWatched(id)) this.forget(id);
  }

  /** What the person has done and the server has not confirmed. */
  showPending(pending: readonly Event[]): void {
    const before = this.#pending;
    this.#pending = pending;
    for (const id of new Set([...before, ...pending].flatMap(messagesIn))) this.#show(id);
  }

  #show(id: number): void {
    const known = this.known(id);
    this.cell(id).set(known && this.#pending.reduce(applyToMessage, known));
  }
}
