import type { Event } from "@parlance/contract/events/index.ts";
import { wasMoved } from "./apply-to-message.ts";
import { Source } from "./source.ts";
import type { Store } from "./store.ts";
import type { KnownTopic, Topics } from "./topics.ts";

/** Asks the server for the topics of a channel, those with the newest message first. */
export type FetchTopics = (channelId: number) => Promise<readonly KnownTopic[]>;

interface Held {
  readonly source: Source<readonly KnownTopic[] | null>;
  isLoading: boolean;
}

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
    const held = { source: new Source<readonly KnownTopic[] | null>(null), isLoading: false };
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

  #arrive(channelId: number, topic: KnownTopic): void {
    const source = this.#held.get(channelId)?.source;
    const topics = source?.get();
    if (!source || !topics) return;
    const name = topic.name.toLowerCase();
    source.set([topic, ...topics.filter((one) => one.name.toLowerCase() !== name)]);
  }

  #reload(channelIds: readonly (number | undefined)[]): void {
    for (const id of channelIds) {
      const held = id === undefined ? undefined : this.#held.get(id);
      if (held && id !== undefined) void this.#load(id, held);
    }
  }

  async #load(channelId: number, held: Held): Promise<void> {
    if (held.isLoading) return;
    held.isLoading = true;
    try {
      held.source.set(await this.#fetch(channelId));
    } catch {
      // Asked for again with the next reset, which comes when there is a way to the server.
    } finally {
      held.isLoading = false;
    }
  }
}
