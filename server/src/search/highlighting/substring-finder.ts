import type { PausableTask } from "@parlance/kernel/base/time-slicing.ts";

/** Number of steps after which the task is paused, so that other work can run. */
const STEPS_PER_SLICE = 2000;

interface AutomatonState {
  /** By code unit. */
  readonly next: Map<number, AutomatonState>;
  /**
   * The state of the longest suffix of what was read that is also a prefix of a substring; null for the start state.
   */
  fallback: AutomatonState | null;
  /** Length of the longest substring that ends here; 0 if none does. */
  longest: number;
}

const createState = (): AutomatonState => ({ next: new Map(), fallback: null, longest: 0 });

/**
 * Finds substrings in texts: all of them in one pass, in time proportional to the text, however many there are and
 * however they overlap (the Aho–Corasick automaton).
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

  /** Processes shorter prefixes first, because longer ones need their links. */
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
