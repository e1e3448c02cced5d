/** What the client is measured with. */
export interface Scene {
  readonly url: string;
  /** Of a session of the reader. */
  readonly token: string;
  /** How somebody says who they are who may write everywhere. */
  readonly writer: string;
  /** Conversations that the reader subscribes to, the largest first. */
  readonly conversations: readonly { readonly channelId: number; readonly topic: string }[];
  readonly quick: boolean;
}

/** What was measured; times in milliseconds. */
export interface WebFigures {
  readonly firstOpening: number;
  readonly secondOpenings: readonly number[];
  readonly switches: readonly number[];
  readonly keys: readonly number[];
  /** Of letters in the palette. */
  readonly paletteKeys: readonly number[];
  /** Of a scroll back through many messages. */
  readonly frames: readonly number[];
  /** 1 is the next one after Enter. */
  readonly frameOfOwn: number;
  readonly heap: {
    /** Bytes, after collection. */
    readonly middle: number;
    readonly end: number;
    readonly received: number;
    readonly switches: number;
  };
  /** Share of one processor, with one message a second in the conversation that is open. */
  readonly idle: {
    /** While nobody sees the page. */
    readonly unseen: number;
    /** While somebody looks on. */
    readonly seen: number;
  };
}
