import type { Store } from "../stores/store.ts";

/** A topic of a channel. */
export interface KnownTopic {
  /** Name of the topic, spelled as in its newest message. */
  readonly name: string;
  readonly newestId: number;
}

/**
 * The topics of channels. A channel's topics are fetched when they are first needed, and then kept current by events.
 */
export interface ChannelTopics {
  /** Returns the topics of a channel, those with the newest messages first. Null until they are loaded. */
  readonly topicsOf: (channelId: number) => Store<readonly KnownTopic[] | null>;
}
