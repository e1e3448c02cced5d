import type { Event } from "@parlance/contract/events/index.ts";
import { wasMoved } from "./messages/apply-event-to-message.ts";
import { Source } from "../stores/writable-store.ts";
import type { Store } from "../stores/store.ts";
import type { KnownTopic, Topics } from "./channel-topics.ts";

/** Asks the server for the topics of a channel, those with the newest message first. */
export type FetchTopics = (channelId: number) => Promise<readonly KnownTopic[]>;

/** Topics as they are kept, by the ids of their channels. */
export type KeptTopics = readonly (readonly [channelId: number, topics: readonly KnownTopic[]])[];

interface Held {
  readonly source: Source<readonly KnownTopic[] | null>;
  isLoading: boolean;
  /** Whether what is known may be old: it could not be fetched, or something happened while it was on its way. */
  isOld: boolean;
  /** Those in which a message has arrived while they were on their way. */
  arrived: KnownTopic[];
}

const newHeld = (topics: readonly KnownTopic[] | null): Held => ({
  source: new Source(topics),
  isLoading: false,
  isOld: false,
  arrived: [],
});

/** The topics after a message has arrived in one of them. */
const withArrived = (topics: readonly KnownTopic[], topic: KnownTopic): readonly KnownTopic[] => {
  const name = topic.name.toLowerCase();
  return [topic, ...topics.filter((one) => one.name.toLowerCase() !== name)];
};

/** The topics of channels that somebody has looked at. */
export class TopicStore implements Topics {
  readonly #fetch: FetchTopics;
  readonly #held = new Map<number, Held>();

  constructor(fetch: FetchTopics) {
    this.#fetch = fetch;
  }

  readonly of = (channelId: number): Store<readonly KnownTopic[] | null> => {
    const known = this.#held.get(channelId);
    if (known) return known.source;
    const held = newHeld(null);
    this.#held.set(channelId, held);
    void this.#load(channelId, held);
    return held.source;
  };

  receive(event: Event): void {
    if (event.type === "message" && event.message.stream_id !== undefined) {
      this.#arrive(event.message.stream_id, { name: event.message.subject, newestId: event.message.id });
    } else if (event.type === "update_message" && wasMoved(event)) {
      this.#reload([event.stream_id, event.new_stream_id]);
    } else if (event.type === "delete_message") {
      this.#reload([event.stream_id]);
    }
  }

  /** Asks anew for what somebody looks at: it may have changed while nobody told. */
  reset(): void {
    this.#reload([...this.#held.keys()]);
  }

  /** Asks again for what could not be fetched: there is a way to the server again. */
  retry(): void {
    for (const [id, held] of this.#held) if (held.isOld) void this.#load(id, held);
  }

  /** What is known, to be kept while no page is open. */
  get kept(): KeptTopics {
    return [...this.#held].flatMap(([id, { source, isOld, isLoading }]) => {
      const topics = source.get();
      return topics === null || isOld || isLoading ? [] : [[id, topics] as const];
    });
  }

  /** Begins with what was kept. */
  restore(kept: KeptTopics): void {
    for (const [id, topics] of kept) this.#held.set(id, newHeld(topics));
  }

  #arrive(channelId: number, topic: KnownTopic): void {
    const held = this.#held.get(channelId);
    if (!held) return;
    if (held.isLoading) held.arrived.push(topic);
    const topics = held.source.get();
    if (topics) held.source.set(withArrived(topics, topic));
  }

  #reload(channelIds: readonly (number | undefined)[]): void {
    for (const id of channelIds) {
      const held = id === undefined ? undefined : this.#held.get(id);
      if (held && id !== undefined) void this.#load(id, held);
    }
  }

  async #load(channelId: number, held: Held): Promise<void> {
    held.isOld = true;
    if (held.isLoading) return;
    held.isLoading = true;
    try {
      while (held.isOld) {
        held.isOld = false;
        held.arrived = [];
        const topics = await this.#fetch(channelId);
        const since = held.arrived.filter(({ newestId }) => topics.every((one) => one.newestId < newestId));
        if (!held.isOld) held.source.set(since.reduce(withArrived, topics));
      }
    } catch {
      held.isOld = true;
    } finally {
      held.isLoading = false;
      held.arrived = [];
    }
  }
}
