/** Work that may be long. It yields where others may have their turn, and returns its result. */
export type PausableTask<T> = Generator<void, T, void>;

/**
 * How long such work keeps the event loop before everything else that waits has its turn, in milliseconds. A small request
 * waits for some turns, once before each of its steps, so they have to be much shorter than it takes.
 */
const SLICE_MS = 1;
/** How long it goes on at once, before it waits for a turn at all: most of it is done by then. */
const FIRST_SLICE_MS = 1;

interface QueuedTask {
  /** Goes on until a time, and tells whether that was the end. Never throws. */
  run(until: number): boolean;
}

/** Divides the time of one event loop among long tasks: however many there are, the loop turns in between. */
export class TimeSlicer {
  readonly #now: () => number;
  readonly #tasks: QueuedTask[] = [];
  #isWaiting = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Does a work in slices. Rejects with what it throws. */
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

/** Does a long work in slices, between which the event loop turns. Rejects with what the work throws. */
export const runInTimeSlices = <T>(work: PausableTask<T>): Promise<T> => processTimeSlicer.run(work);

/** Makes something of each of many, pausing after each, or after `every` so many where each is little work. */
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
