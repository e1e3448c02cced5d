import type { Store } from "../stores/store.ts";

/** A topic of a channel. */
export interface KnownTopic {
  /** Spelled as in its newest message. */
  readonly name: string;
  readonly newestId: number;
}

/** The topics of channels. Fetched when first needed, and kept current from then on. */
export interface ChannelTopics {
  /** The topics with the newest messages first, or null until they are loaded. */
  readonly topicsOf: (channelId: number) => Store<readonly KnownTopic[] | null>;
}
