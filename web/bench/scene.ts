/** Describes what the child process measures. */
export interface Scene {
  readonly url: string;
  /** Session token of the user who reads. */
  readonly token: string;
  /** Credentials of the user who sends messages. This user may post everywhere. */
  readonly writer: string;
  /** Conversations in channels that the user who reads is subscribed to. The largest comes first. */
  readonly conversations: readonly { readonly channelId: number; readonly topic: string }[];
  readonly quick: boolean;
}

/** Results of a measurement. Times are in milliseconds. */
export interface WebFigures {
  readonly firstOpening: number;
  readonly secondOpenings: readonly number[];
  readonly switches: readonly number[];
  readonly keys: readonly number[];
  /** Times from key presses in the palette until the results are painted. */
  readonly paletteKeys: readonly number[];
  /** Durations of the frames while scrolling back through many messages. */
  readonly frames: readonly number[];
  /** Number of the frame after pressing Enter in which the user's own message is shown. The next frame is 1. */
  readonly frameOfOwn: number;
  readonly heap: {
    /** Size of the heap after garbage collection, in bytes, in the middle of the measurement and at its end. */
    readonly middle: number;
    readonly end: number;
    readonly received: number;
    readonly switches: number;
  };
  /** Share of one processor that the page uses while the open conversation receives one message per second. */
  readonly idle: {
    /** Share while the page is hidden. */
    readonly unseen: number;
    /** Share while the page is visible. */
    readonly seen: number;
  };
}
