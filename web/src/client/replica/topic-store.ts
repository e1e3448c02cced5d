import type { Event } from "@parlance/contract/events/index.ts";
import { isMove } from "./messages/apply-event-to-message.ts";
import { WritableStore } from "../stores/writable-store.ts";
import type { Store } from "../stores/store.ts";
import type { KnownTopic, ChannelTopics } from "./channel-topics.ts";

/** Fetches the topics of a channel. Topics with the newest messages come first. */
export type FetchTopics = (channelId: number) => Promise<readonly KnownTopic[]>;

/** The persisted topics of each channel, by channel id. */
export type PersistedTopics = readonly (readonly [channelId: number, topics: readonly KnownTopic[]])[];

interface ChannelTopicsState {
  readonly source: WritableStore<readonly KnownTopic[] | null>;
  isLoading: boolean;
  /** Whether the topics may be outdated, because fetching them failed or because they changed in the meantime. */
  isStale: boolean;
  /** Topics that received a message while they were being fetched. */
  receivedTopics: KnownTopic[];
}

const createChannelTopicsState = (topics: readonly KnownTopic[] | null): ChannelTopicsState => ({
  source: new WritableStore(topics),
  isLoading: false,
  isStale: false,
  receivedTopics: [],
});

/** Returns the topics after a message was received in `topic`, which comes first and may be new. */
const withNewestTopic = (topics: readonly KnownTopic[], topic: KnownTopic): readonly KnownTopic[] => {
  const name = topic.name.toLowerCase();
  return [topic, ...topics.filter((one) => one.name.toLowerCase() !== name)];
};

/**
 * The topics of the channels that the user has viewed. They are fetched at the first view, and then kept current by
 * events.
 */
export class TopicStore implements ChannelTopics {
  readonly #fetch: FetchTopics;
  readonly #channels = new Map<number, ChannelTopicsState>();

  constructor(fetch: FetchTopics) {
    this.#fetch = fetch;
  }

  readonly topicsOf = (channelId: number): Store<readonly KnownTopic[] | null> => {
    const known = this.#channels.get(channelId);
    if (known) return known.source;
    const topicsState = createChannelTopicsState(null);
    this.#channels.set(channelId, topicsState);
    void this.#load(channelId, topicsState);
    return topicsState.source;
  };

  receive(event: Event): void {
    if (event.type === "message" && event.message.stream_id !== undefined) {
      this.#addTopic(event.message.stream_id, { name: event.message.subject, newestId: event.message.id });
    } else if (event.type === "update_message" && isMove(event)) {
      this.#reload([event.stream_id, event.new_stream_id]);
    } else if (event.type === "delete_message") {
      this.#reload([event.stream_id]);
    }
  }

  /** Fetches all topics again. Called when events may have been missed. */
  reset(): void {
    this.#reload([...this.#channels.keys()]);
  }

  /** Repeats failed fetches. Called when the server is reachable again. */
  retry(): void {
    for (const [id, topicsState] of this.#channels) if (topicsState.isStale) void this.#load(id, topicsState);
  }

  /** The topics to persist. Topics that may be outdated are not included. */
  get persisted(): PersistedTopics {
    return [...this.#channels].flatMap(([id, { source, isStale, isLoading }]) => {
      const topics = source.get();
      return topics === null || isStale || isLoading ? [] : [[id, topics] as const];
    });
  }

  /** Starts from persisted topics. */
  restore(persisted: PersistedTopics): void {
    for (const [id, topics] of persisted) this.#channels.set(id, createChannelTopicsState(topics));
  }

  #addTopic(channelId: number, topic: KnownTopic): void {
    const topicsState = this.#channels.get(channelId);
    if (!topicsState) return;
    if (topicsState.isLoading) topicsState.receivedTopics.push(topic);
    const topics = topicsState.source.get();
    if (topics) topicsState.source.set(withNewestTopic(topics, topic));
  }

  #reload(channelIds: readonly (number | undefined)[]): void {
    for (const id of channelIds) {
      const topicsState = id === undefined ? undefined : this.#channels.get(id);
      if (topicsState && id !== undefined) void this.#load(id, topicsState);
    }
  }

  async #load(channelId: number, topicsState: ChannelTopicsState): Promise<void> {
    topicsState.isStale = true;
    if (topicsState.isLoading) return;
    topicsState.isLoading = true;
    try {
      while (topicsState.isStale) {
        topicsState.isStale = false;
        topicsState.receivedTopics = [];
        const topics = await this.#fetch(channelId);
        const since = topicsState.receivedTopics.filter(({ newestId }) =>
          topics.every((one) => one.newestId < newestId),
        );
        if (!topicsState.isStale) topicsState.source.set(since.reduce(withNewestTopic, topics));
      }
    } catch {
      topicsState.isStale = true;
    } finally {
      topicsState.isLoading = false;
      topicsState.receivedTopics = [];
    }
  }
}
