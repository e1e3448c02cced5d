/** Parameters of a measurement. */
export interface Scene {
  readonly url: string;
  /** Session token of the reader. */
  readonly token: string;
  /** Credentials of a user who may post everywhere. */
  readonly writer: string;
  /** Conversations that the reader is subscribed to, the largest first. */
  readonly conversations: readonly { readonly channelId: number; readonly topic: string }[];
  readonly quick: boolean;
}

/** Results of a measurement. Times are in milliseconds. */
export interface WebFigures {
  readonly firstOpening: number;
  readonly secondOpenings: readonly number[];
  readonly switches: readonly number[];
  readonly keys: readonly number[];
  /** Key presses in the palette. */
  readonly paletteKeys: readonly number[];
  /** Frames while scrolling back through many messages. */
  readonly frames: readonly number[];
  /** Number of the frame in which the user's own message is shown. 1 is the first after Enter. */
  readonly frameOfOwn: number;
  readonly heap: {
    /** Bytes, after garbage collection. */
    readonly middle: number;
    readonly end: number;
    readonly received: number;
    readonly switches: number;
  };
  /** Share of one processor, with one message per second in the open conversation. */
  readonly idle: {
    /** While the page is hidden. */
    readonly unseen: number;
    /** While the page is visible. */
    readonly seen: number;
  };
}
