/** So many pictures that did not come, and none that did: a site cannot be reached, or has none. */
const MAX_FAILURES_PER_SITE = 12;
/** For so long nothing is asked of it, in milliseconds. */
const SITE_RETRY_DELAY_MS = 300_000;

/** What is known of a site's pictures. */
interface Site {
  hasLoadedAny: boolean;
  /** How many did not come since something came or was last asked for again. */
  failureCount: number;
  /** Until when nothing is asked of it. */
  blockedUntil: number;
}

/**
 * Pictures that did not come: with each message of the same person they would be asked for again. Of another site from which nothing
 * comes no others are asked for either, for a while: in a list of many people that would be many requests in vain.
 */
export class FailedImages {
  readonly #now: () => number;
  readonly #missing = new Set<string>();
  readonly #sites = new Map<string, Site>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  has(url: string): boolean {
    return this.#missing.has(url) || (this.#siteOf(url)?.blockedUntil ?? 0) > this.#now();
  }

  /** It did not come. */
  add(url: string): void {
    this.#missing.add(url);
    const site = this.#siteOf(url);
    if (!site || site.hasLoadedAny) return;
    site.failureCount += 1;
    if (site.failureCount < MAX_FAILURES_PER_SITE) return;
    site.failureCount = 0;
    site.blockedUntil = this.#now() + SITE_RETRY_DELAY_MS;
  }

  /** It came. */
  markLoaded(url: string): void {
    const site = this.#siteOf(url);
    if (site) site.hasLoadedAny = true;
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
    const site = this.#sites.get(name) ?? { hasLoadedAny: false, failureCount: 0, blockedUntil: 0 };
    this.#sites.set(name, site);
    return site;
  }
}
