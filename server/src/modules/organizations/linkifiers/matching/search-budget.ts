/**
 * Number of instructions that are always allowed, even on a busy machine: enough for a few linkifiers in a long
 * message.
 */
const GUARANTEED_WORK = 1_500_000;
/**
 * Number of instructions that each search counts in addition, so that thousands of short texts use up the budget too.
 */
const WORK_PER_SEARCH = 256;
/** Processor time that searches may use after the guaranteed instructions, in milliseconds. */
const EXTRA_CPU_MS = 25;

/**
 * The budget that an organization's linkifiers share for searching one text, or the texts of one request. Linkifiers
 * use it in their order. When it is spent, the remaining text stays plain.
 */
export class SearchBudget {
  #work = GUARANTEED_WORK;
  #milliseconds = EXTRA_CPU_MS;

  get isSpent(): boolean {
    return this.#work <= 0 && this.#milliseconds <= 0;
  }

  /** Runs a search; returns null if the budget is spent. `work` is the maximum number of instructions of the search. */
  spend<T>(work: number, search: () => T): T | null {
    this.#work -= work + WORK_PER_SEARCH;
    if (this.#work >= 0) return search();
    if (this.isSpent) return null;
    // Measured as processor time: the wall clock would also count the work of other programs.
    const began = process.threadCpuUsage();
    const found = search();
    const { user, system } = process.threadCpuUsage(began);
    this.#milliseconds -= (user + system) / 1000;
    return found;
  }
}
