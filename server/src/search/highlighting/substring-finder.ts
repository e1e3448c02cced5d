import type { PausableTask } from "@parlance/kernel/base/time-slicing.ts";

/** Number of steps after which the task is paused, so that other work can run. */
const STEPS_PER_SLICE = 2000;

interface AutomatonState {
  /** The next states, by the code unit that is read. */
  readonly next: Map<number, AutomatonState>;
  /**
   * The state for the longest proper suffix of this state's text that is also a prefix of a substring. Null for the
   * start state.
   */
  fallback: AutomatonState | null;
  /** Length of the longest substring that ends in this state; 0 if none ends here. */
  longest: number;
}

const createState = (): AutomatonState => ({ next: new Map(), fallback: null, longest: 0 });

/**
 * Finds all occurrences of many substrings in one pass over a text (the Aho–Corasick automaton). The time is
 * proportional to the length of the text, regardless of the number of substrings and of their overlaps.
 */
export class SubstringFinder {
  readonly #first = createState();

  constructor(parts: readonly string[]) {
    for (const part of parts) this.#add(part);
    this.#link();
  }

  #add(part: string): void {
    let state = this.#first;
    for (let index = 0; index < part.length; index += 1) {
      const unit = part.charCodeAt(index);
      const next = state.next.get(unit) ?? createState();
      state.next.set(unit, next);
      state = next;
    }
    state.longest = part.length;
  }

  /**
   * Sets the fallback of each state. Shorter prefixes are processed first, because the fallbacks of longer ones depend
   * on them.
   */
  #link(): void {
    const states = [this.#first];
    for (const state of states) {
      for (const [unit, next] of state.next) {
        let before = state.fallback;
        while (before && !before.next.has(unit)) before = before.fallback;
        next.fallback = before?.next.get(unit) ?? this.#first;
        next.longest = Math.max(next.longest, next.fallback.longest);
        states.push(next);
      }
    }
  }

  /** Stores in `lengths`, for each position of a text, the length of the longest substring that ends before it. */
  *find(text: string, lengths: Int32Array): PausableTask<void> {
    if (this.#first.next.size === 0) return;
    let state = this.#first;
    let steps = 0;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      let next = state.next.get(unit);
      for (; !next && state.fallback; steps += 1) {
        state = state.fallback;
        next = state.next.get(unit);
      }
      state = next ?? state;
      if (state.longest > 0) lengths[index + 1] = state.longest;
      steps += 1;
      if (steps < STEPS_PER_SLICE) continue;
      steps = 0;
      yield;
    }
  }
}
