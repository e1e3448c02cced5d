/** A page is out of sight after so long, in milliseconds: one that is left for good, or only for a moment, changes nothing. */
const OUT_OF_SIGHT_MS = 5_000;

/**
 * Whether this page hears of events at once, by a connection that stays open. Browsers open only a few to one server, so of a
 * person's pages those do that somebody sees, and one of the others, which tells of what happens; the rest ask now and then.
 */
export class Attention {
  #isChosen = false;
  #isSeen = document.visibilityState === "visible";
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  /** @param name shared by the person's pages in this browser */
  constructor(name: string) {
    document.addEventListener("visibilitychange", this.#look);
    const untilThePageEnds = new Promise<never>(() => undefined);
    // Pages that come unencrypted have no locks, and so no way to choose one of those that nobody sees.
    void navigator.locks?.request(name, async () => {
      this.#isChosen = true;
      this.#changed();
      return untilThePageEnds;
    });
  }

  get isClose(): boolean {
    return this.#isChosen || this.#isSeen;
  }

  /** Calls after each change, until the returned function is called. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  readonly #look = (): void => {
    clearTimeout(this.#timer);
    const isVisible = document.visibilityState === "visible";
    const see = () => {
      this.#isSeen = isVisible;
      this.#changed();
    };
    if (isVisible) see();
    else this.#timer = setTimeout(see, OUT_OF_SIGHT_MS);
  };

  readonly #changed = (): void => {
    for (const changed of Array.from(this.#listeners)) changed();
  };
}
