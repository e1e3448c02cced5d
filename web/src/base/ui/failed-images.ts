/** Number of failed images, without a successful one, after which a site counts as unreachable or without images. */
const MAX_FAILURES_PER_SITE = 12;
/** Time for which that site is not requested, in milliseconds. */
const SITE_RETRY_DELAY_MS = 300_000;

/** Record of a site's images. */
interface Site {
  hasLoadedAny: boolean;
  /** Number of failures since the site was last blocked. */
  failureCount: number;
  /** Time until which the site is not requested. */
  blockedUntil: number;
}

/**
 * Images that failed to load, which would otherwise be requested again with each message of the same user. If no image
 * of another site loads, its other images are not requested either for a while: in a list of many users, that would be
 * many requests in vain.
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

  /** Records a failure. */
  add(url: string): void {
    this.#missing.add(url);
    const site = this.#siteOf(url);
    if (!site || site.hasLoadedAny) return;
    site.failureCount += 1;
    if (site.failureCount < MAX_FAILURES_PER_SITE) return;
    site.failureCount = 0;
    site.blockedUntil = this.#now() + SITE_RETRY_DELAY_MS;
  }

  /** Records a success. */
  markLoaded(url: string): void {
    const site = this.#siteOf(url);
    if (site) site.hasLoadedAny = true;
  }

  /** Forgets all failures, because the network is back. */
  clear(): void {
    this.#missing.clear();
    this.#sites.clear();
  }

  /** Returns undefined for images of our own server, which has some and lacks others. */
  #siteOf(url: string): Site | undefined {
    const name = /^https?:\/\/[^/?#]+/.exec(url)?.[0];
    if (name === undefined) return undefined;
    const site = this.#sites.get(name) ?? { hasLoadedAny: false, failureCount: 0, blockedUntil: 0 };
    this.#sites.set(name, site);
    return site;
  }
}
