/** The server's source of time, which tests can replace. */
export interface Clock {
  /**
   * The system's current time, for recording when something happened. It may jump, and other machines may disagree with
   * it.
   */
  now(): Date;
  /** Milliseconds since an arbitrary moment, unaffected by changes of the system's time. For measuring durations. */
  elapsed(): number;
}

export const systemClock: Clock = { now: () => new Date(), elapsed: () => performance.now() };
