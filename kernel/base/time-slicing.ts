/** Work that may take long. It yields at points where other work may run, and returns its result. */
export type PausableTask<T> = Generator<void, T, void>;

/**
 * Time for which long tasks may occupy the event loop before other waiting work runs, in milliseconds. A small request
 * waits for a turn before each of its steps, so a turn must be much shorter than a request.
 */
const SLICE_MS = 1;
/**
 * Time for which a new task runs immediately, before it is queued, in milliseconds. Most tasks finish within this time.
 */
const FIRST_SLICE_MS = 1;

interface QueuedTask {
  /** Runs the task until the given time. Returns whether the task is finished. Never throws. */
  run(until: number): boolean;
}

/**
 * Divides the event loop's time among long tasks, so that other work runs in between, no matter how many tasks there
 * are.
 */
export class TimeSlicer {
  readonly #now: () => number;
  readonly #tasks: QueuedTask[] = [];
  #isWaiting = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs a task in slices. Rejects with the task's error. */
  run<T>(work: PausableTask<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const run = (until: number): boolean => {
      try {
        for (;;) {
          const { done, value } = work.next();
          if (done) resolve(value);
          if (done || this.#now() >= until) return done === true;
        }
      } catch (error) {
        reject(error);
        return true;
      }
    };
    if (!run(this.#now() + FIRST_SLICE_MS)) this.#enqueue({ run });
    return promise;
  }

  #enqueue(task: QueuedTask): void {
    this.#tasks.push(task);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    const end = this.#now() + SLICE_MS;
    this.#isWaiting = false;
    do {
      const task = this.#tasks.shift();
      if (!task) return;
      if (!task.run(end)) this.#enqueue(task);
    } while (this.#now() < end);
    if (this.#tasks.length > 0) this.#schedule();
  }
}

const processTimeSlicer = new TimeSlicer();

/** Runs a long task in slices, between which the event loop runs. Rejects with the task's error. */
export const runInTimeSlices = <T>(work: PausableTask<T>): Promise<T> => processTimeSlicer.run(work);

/**
 * Maps values with a function, and pauses after each value, or after every `every` values if a single value takes
 * little time.
 */
export function* mapWithPauses<T, R>(
  all: Iterable<T>,
  make: (one: T, index: number) => R,
  every = 1,
): PausableTask<R[]> {
  const made: R[] = [];
  for (const one of all) {
    made.push(make(one, made.length));
    if (made.length % every === 0) yield;
  }
  return made;
}
