/** Where the server takes the time from, so that tests can move it. */
export interface Clock {
  /** What time it is, as the system says: for when something happened. It may jump, and other machines disagree with it. */
  now(): Date;
  /** Milliseconds since some moment, which no change of the system's time moves: for how long something lasts. */
  elapsed(): number;
}

export const systemClock: Clock = { now: () => new Date(), elapsed: () => performance.now() };
