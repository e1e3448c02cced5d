/** Number of failed images after which a site is blocked, provided that no image from the site has ever loaded. */
const MAX_FAILURES_PER_SITE = 12;
/** Time for which a blocked site is not requested, in milliseconds. */
const SITE_RETRY_DELAY_MS = 300_000;

/** Which images of a site loaded or failed. */
interface Site {
  hasLoadedAny: boolean;
  /** Number of failures since the site was last blocked. */
  failureCount: number;
  /** Time until which no image of the site is requested, in milliseconds since 1970. */
  blockedUntil: number;
}

/**
 * Remembers which images failed to load. Otherwise, a user's broken avatar would be requested again with each message
 * of that user. A site from which no image loads is blocked for a few minutes, so that a list of many users does not
 * cause many requests that fail.
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

  /** Records that an image failed to load. */
  add(url: string): void {
    this.#missing.add(url);
    const site = this.#siteOf(url);
    if (!site || site.hasLoadedAny) return;
    site.failureCount += 1;
    if (site.failureCount < MAX_FAILURES_PER_SITE) return;
    site.failureCount = 0;
    site.blockedUntil = this.#now() + SITE_RETRY_DELAY_MS;
  }

  /** Records that an image was loaded. */
  markLoaded(url: string): void {
    const site = this.#siteOf(url);
    if (site) site.hasLoadedAny = true;
  }

  /** Forgets all failures. Called when the network is back. */
  clear(): void {
    this.#missing.clear();
    this.#sites.clear();
  }

  /**
   * Returns the record of an image's site. Undefined for images of our own server, which is never blocked: some of its
   * images may be missing while others load.
   */
  #siteOf(url: string): Site | undefined {
    const name = /^https?:\/\/[^/?#]+/.exec(url)?.[0];
    if (name === undefined) return undefined;
    const site = this.#sites.get(name) ?? { hasLoadedAny: false, failureCount: 0, blockedUntil: 0 };
    this.#sites.set(name, site);
    return site;
  }
}
