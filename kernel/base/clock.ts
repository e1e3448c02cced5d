/** The server's source of time, which tests can replace. */
export interface Clock {
  /**
   * The system's current time, for recording when something happened. This time may jump, and may differ from the time
   * of other machines.
   */
  now(): Date;
  /** Milliseconds since an arbitrary moment, unaffected by changes of the system's time. For measuring durations. */
  elapsed(): number;
}

export const systemClock: Clock = { now: () => new Date(), elapsed: () => performance.now() };
