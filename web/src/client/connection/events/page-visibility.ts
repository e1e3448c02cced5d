/** A page is out of sight after so long, in milliseconds: one that is left for good, or only for a moment, changes nothing. */
const OUT_OF_SIGHT_MS = 5_000;

/**
 * Whether somebody sees this page. Browsers open only a few connections to one server: where pages cannot share one, those hold
 * one that are seen, and the rest ask now and then.
 */
export class Attention {
  #isSeen = document.visibilityState === "visible";
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor() {
    document.addEventListener("visibilitychange", this.#look);
  }

  get isSeen(): boolean {
    return this.#isSeen;
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
      for (const changed of Array.from(this.#listeners)) changed();
    };
    if (isVisible) see();
    else this.#timer = setTimeout(see, OUT_OF_SIGHT_MS);
  };
}
