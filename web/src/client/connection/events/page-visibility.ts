/** A page is out of sight after so long, in milliseconds: one that is left for good, or only for a moment, changes nothing. */
const HIDDEN_DELAY_MS = 5_000;

/**
 * Whether somebody sees this page. Browsers open only a few connections to one server: where pages cannot share one, those hold
 * one that are seen, and the rest ask now and then.
 */
export class PageVisibility {
  #isVisible = document.visibilityState === "visible";
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor() {
    document.addEventListener("visibilitychange", this.#update);
  }

  get isVisible(): boolean {
    return this.#isVisible;
  }

  /** Calls after each change, until the returned function is called. */
  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  readonly #update = (): void => {
    clearTimeout(this.#timer);
    const isVisible = document.visibilityState === "visible";
    const see = () => {
      this.#isVisible = isVisible;
      for (const changed of Array.from(this.#listeners)) changed();
    };
    if (isVisible) see();
    else this.#timer = setTimeout(see, HIDDEN_DELAY_MS);
  };
}
