import type { Event, EventOf } from "@parlance/contract/events/index.ts";
import { WritableStore } from "../stores/writable-store.ts";
import { topicKey } from "./selectors/channels/topics.ts";
import { directKey } from "./selectors/unread/unread.ts";

/** Ids of the users who are typing, by the key of the conversation (`topicKey` or `directKey`). */
export type TypingUsers = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Keeps track of which users are typing in which conversation. If a user's typing notification is not repeated in time,
 * it expires.
 */
export class TypingStore {
  readonly typingUsers = new WritableStore<TypingUsers>(new Map());
  readonly #me: number;
  readonly #expiryMs: number;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(me: number, expiryMs: number) {
    this.#me = me;
    this.#expiryMs = expiryMs;
  }

  receive(event: Event): void {
    if (event.type === "typing") this.#apply(event);
    if (event.type === "message") this.#stopEverywhere(event.message.sender_id);
  }

  #apply(event: EventOf<"typing">): void {
    const { sender, op } = event;
    const key = this.#conversationOf(event);
    if (key === null || sender.user_id === this.#me) return;
    const timer = `${key} ${sender.user_id}`;
    clearTimeout(this.#timers.get(timer));
    const stop = () => {
      this.#timers.delete(timer);
      this.#set(key, sender.user_id, false);
    };
    if (op === "stop") return stop();
    this.#set(key, sender.user_id, true);
    this.#timers.set(timer, setTimeout(stop, this.#expiryMs));
  }

  #conversationOf({ stream_id, topic, recipients }: EventOf<"typing">): string | null {
    if (stream_id !== undefined) return topicKey(stream_id, topic ?? "");
    const others = (recipients ?? []).map(({ user_id }) => user_id).filter((id) => id !== this.#me);
    return others.length === 0 ? null : directKey(others.toSorted((a, b) => a - b));
  }

  #set(key: string, userId: number, isWriting: boolean): void {
    const before = this.typingUsers.get();
    const there = new Set(before.get(key));
    if (there.has(userId) === isWriting) return;
    if (isWriting) there.add(userId);
    else there.delete(userId);
    const after = new Map(before);
    if (there.size === 0) after.delete(key);
    else after.set(key, there);
    this.typingUsers.set(after);
  }

  #stopEverywhere(userId: number): void {
    for (const [key, there] of this.typingUsers.get()) if (there.has(userId)) this.#set(key, userId, false);
  }
}
