import type { Clock } from "@parlance/kernel/base/clock.ts";

/** The time as tests want it: it goes on by itself, and can be moved. */
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

  /** Sets it right. */
  reset(): void {
    this.#ahead = 0;
    this.#passed = 0;
  }

  /** Moves the time that the system tells by so many milliseconds, forward or back. */
  shiftWallClock(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  /** Lets so many milliseconds pass. */
  tick(milliseconds: number): void {
    this.#ahead += milliseconds;
    this.#passed += milliseconds;
  }
}

/** The clock of all servers. It is set right after each file. */
export const clock = new TestClock();
export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => seconds(60 * count);
export const hours = (count: number): number => minutes(60 * count);
export const days = (count: number): number => hours(24 * count);
