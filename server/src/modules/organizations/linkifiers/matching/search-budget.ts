/** Instructions that may be tried, whatever time that takes: enough for some linkifiers in a long message. */
const GUARANTEED_WORK = 1_500_000;
/** Instructions that each search counts for beyond those that it tries, so that thousands of short texts are no bargain. */
const WORK_PER_SEARCH = 256;
/** Milliseconds of the processor that searches may take beyond the assured work. */
const EXTRA_CPU_MS = 25;

/**
 * What all linkifiers of an organization together may take to go through a text, or through the texts of one request.
 * Those that come first in the list take from it first; once it is used up, the rest stays plain text.
 */
export class SearchBudget {
  #work = GUARANTEED_WORK;
  #milliseconds = EXTRA_CPU_MS;

  get isSpent(): boolean {
    return this.#work <= 0 && this.#milliseconds <= 0;
  }

  /** Searches, or returns null where nothing is left to search with. `work` is the most that the search can try. */
  spend<T>(work: number, search: () => T): T | null {
    this.#work -= work + WORK_PER_SEARCH;
    if (this.#work >= 0) return search();
    if (this.isSpent) return null;
    // Not by the clock: on a busy machine others' work would count as well.
    const began = process.threadCpuUsage();
    const found = search();
    const { user, system } = process.threadCpuUsage(began);
    this.#milliseconds -= (user + system) / 1000;
    return found;
  }
}
