import type { Clock } from "@parlance/kernel/base/clock.ts";

/** A clock for tests. It advances with real time, and tests can move it. */
export class TestClock implements Clock {
  #ahead = 0;
  #passed = 0;

  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }

  elapsed(): number {
    return performance.now() + this.#passed;
  }

  get isMoved(): boolean {
    return this.#ahead !== 0 || this.#passed !== 0;
  }

  /** Resets the clock to the system's time. */
  reset(): void {
    this.#ahead = 0;
    this.#passed = 0;
  }

  /** Moves the wall clock forward, or back if the number is negative. The elapsed time does not change. */
  shiftWallClock(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  /** Advances both the wall clock and the elapsed time. */
  tick(milliseconds: number): void {
    this.#ahead += milliseconds;
    this.#passed += milliseconds;
  }
}

/** Clock of all test servers. It is reset after each file. */
export const clock = new TestClock();
export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => seconds(60 * count);
export const hours = (count: number): number => minutes(60 * count);
export const days = (count: number): number => hours(24 * count);
