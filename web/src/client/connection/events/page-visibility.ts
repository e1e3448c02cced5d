/**
 * Time in milliseconds after which a hidden page is treated as hidden. Nothing changes for a page that is being closed
 * or that is hidden only for a moment.
 */
const HIDDEN_DELAY_MS = 5_000;

/**
 * Visibility of this page. Browsers allow only a few connections to a server at a time. Where pages cannot share a
 * connection, only visible pages hold one, and hidden pages poll.
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

  /** Calls `changed` after each change of the visibility. Returns a function that removes the listener. */
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
