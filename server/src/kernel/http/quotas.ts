/** Counts what each owner has of something, up to a number. */
export class Tally {
  readonly #places = new Map<string, Place>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes one more for the owner, to be left once; undefined if there is none left. */
  take(owner: string): Place | undefined {
    const place = this.#places.get(owner) ?? new Place(() => this.#places.delete(owner));
    if (place.taken >= this.#most) return undefined;
    this.#places.set(owner, place);
    place.taken += 1;
    return place;
  }
}

/** What one owner has. All that is taken for it hold the same. */
export class Place {
  readonly #whenEmpty: () => void;
  taken = 0;

  constructor(whenEmpty: () => void) {
    this.#whenEmpty = whenEmpty;
  }

  leave(): void {
    this.taken -= 1;
    if (this.taken === 0) this.#whenEmpty();
  }
}
