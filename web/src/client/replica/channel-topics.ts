import type { Store } from "../stores/store.ts";

/** A topic of a channel. */
export interface KnownTopic {
  /** As its newest message spells it. */
  readonly name: string;
  readonly newestId: number;
}

/** The topics of channels: asked for when somebody first wants to see them, and followed from then on. */
export interface ChannelTopics {
  /** Those with the newest message first; null until they are here. */
  readonly topicsOf: (channelId: number) => Store<readonly KnownTopic[] | null>;
}
