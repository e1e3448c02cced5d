/**
 * Delay before a page counts as hidden, in milliseconds, so that a page that is closed, or hidden only for a moment,
 * changes nothing.
 */
const HIDDEN_DELAY_MS = 5_000;

/**
 * Visibility of this page. Browsers open only a few connections to a server. If pages cannot share one, only visible
 * pages hold a connection, and the others poll.
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

  /** Calls `changed` after each change, until the returned function is called. */
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
