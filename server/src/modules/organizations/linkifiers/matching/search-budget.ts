/** Number of instructions that may be executed regardless of time: enough for a few linkifiers in a long message. */
const GUARANTEED_WORK = 1_500_000;
/**
 * Number of instructions that each search counts in addition to those it executes, so that thousands of short texts are
 * not free.
 */
const WORK_PER_SEARCH = 256;
/** Processor time that searches may use beyond the guaranteed work, in milliseconds. */
const EXTRA_CPU_MS = 25;

/**
 * The budget that all linkifiers of an organization share for searching a text, or the texts of one request. The first
 * linkifiers in the list use it first; when it is spent, the rest stays plain text.
 */
export class SearchBudget {
  #work = GUARANTEED_WORK;
  #milliseconds = EXTRA_CPU_MS;

  get isSpent(): boolean {
    return this.#work <= 0 && this.#milliseconds <= 0;
  }

  /**
   * Runs a search, or returns null if the budget is spent. `work` is the maximum number of instructions of the search.
   */
  spend<T>(work: number, search: () => T): T | null {
    this.#work -= work + WORK_PER_SEARCH;
    if (this.#work >= 0) return search();
    if (this.isSpent) return null;
    // Not measured by the wall clock: on a busy machine, other programs' work would count as well.
    const began = process.threadCpuUsage();
    const found = search();
    const { user, system } = process.threadCpuUsage(began);
    this.#milliseconds -= (user + system) / 1000;
    return found;
  }
}
