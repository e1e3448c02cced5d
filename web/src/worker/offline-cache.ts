// Cache of the client's page and assets, so that it opens without the server. API responses are never cached here.

/** Changed when the format of the cache changes. Caches of earlier workers are then deleted. */
const CACHE_NAME = "parlance client 1";
const PAGE = "/";
const FILE_LIST = "/files.json";
/** Time without a response after which the cached page is shown, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 4_000;

/** Caches everything that the client needs to open: the page that installed the worker was loaded without it. */
export async function cacheAll(): Promise<void> {
  await cacheAssets();
  await cachePage(await fetch(PAGE));
}

/** Caches the assets of the newest client, and deletes those of earlier ones. */
export async function cacheAssets(): Promise<void> {
  const response = await fetch(FILE_LIST, { cache: "no-cache" });
  if (!response.ok) return;
  const wanted = new Set((await response.json()) as readonly string[]);
  const cache = await caches.open(CACHE_NAME);
  const kept = await cache.keys();
  const paths = new Set(kept.map(({ url }) => new URL(url).pathname));
  await cache.addAll([...wanted].filter((path) => !paths.has(path)));
  const old = kept.filter(({ url }) => isAsset(new URL(url).pathname) && !wanted.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** Deletes all caches, including the page with the user's id. */
export async function clearCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Deletes the caches of earlier workers. */
export async function clearOutdatedCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE_NAME).map((name) => caches.delete(name)));
}

/** Whether a path is an asset of the client, whose name contains a hash of its content. */
export const isAsset = (path: string): boolean => path.startsWith("/assets/");

/** Returns an asset, from the cache or the server. */
export async function assetResponse(request: Request): Promise<Response> {
  const kept = await caches.match(request.url);
  return kept ?? fetch(request);
}

/** Whether a request opens the client. */
export const isClientNavigation = ({ mode, url }: Request): boolean =>
  mode === "navigate" && new URL(url).pathname === PAGE;

/** Returns the client's page from the server, or from the cache if the server does not respond. */
export async function pageResponse(request: Request): Promise<Response> {
  const kept = await caches.match(PAGE, { cacheName: CACHE_NAME });
  try {
    const response = await fetch(request, kept ? { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) } : {});
    await cachePage(response);
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/**
 * Caches the client's page. Only a logged-in user receives the client. If the server returns another page, the cached
 * one is deleted.
 */
async function cachePage(response: Response): Promise<void> {
  if (!response.ok) return;
  const cache = await caches.open(CACHE_NAME);
  const isClient = (await response.clone().text()).includes("data-person=");
  if (isClient) await cache.put(PAGE, response.clone());
  else await cache.delete(PAGE);
}
