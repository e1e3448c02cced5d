/** So many pictures that did not come, and none that did: a site cannot be reached, or has none. */
const IN_VAIN = 12;
/** For so long nothing is asked of it, in milliseconds. */
const LEFT_ALONE_MS = 300_000;

/** What is known of a site's pictures. */
interface Site {
  hasAny: boolean;
  /** How many did not come since something came or was last asked for again. */
  missed: number;
  /** Until when nothing is asked of it. */
  leftAloneUntil: number;
}

/**
 * Pictures that did not come: with each message of the same person they would be asked for again. Of another site from which nothing
 * comes no others are asked for either, for a while: in a list of many people that would be many requests in vain.
 */
export class MissingPictures {
  readonly #now: () => number;
  readonly #missing = new Set<string>();
  readonly #sites = new Map<string, Site>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  has(url: string): boolean {
    return this.#missing.has(url) || (this.#siteOf(url)?.leftAloneUntil ?? 0) > this.#now();
  }

  /** It did not come. */
  add(url: string): void {
    this.#missing.add(url);
    const site = this.#siteOf(url);
    if (!site || site.hasAny) return;
    site.missed += 1;
    if (site.missed < IN_VAIN) return;
    site.missed = 0;
    site.leftAloneUntil = this.#now() + LEFT_ALONE_MS;
  }

  /** It came. */
  came(url: string): void {
    const site = this.#siteOf(url);
    if (site) site.hasAny = true;
  }

  /** There is a way to all of them again. */
  clear(): void {
    this.#missing.clear();
    this.#sites.clear();
  }

  /** Undefined for pictures of our own server, which has some and lacks others. */
  #siteOf(url: string): Site | undefined {
    const name = /^https?:\/\/[^/?#]+/.exec(url)?.[0];
    if (name === undefined) return undefined;
    const site = this.#sites.get(name) ?? { hasAny: false, missed: 0, leftAloneUntil: 0 };
    this.#sites.set(name, site);
    return site;
  }
}
