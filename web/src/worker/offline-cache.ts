// Caches the page and the assets of the client, so that the client can be opened without the server. Responses of the
// API are not cached here.

/**
 * Name of the cache. It must be changed when the format of the cache changes; caches with other names are then deleted.
 */
const CACHE_NAME = "parlance client 1";
const PAGE = "/";
const FILE_LIST = "/files.json";
/** Time in milliseconds to wait for the server before the cached page is shown. */
const RESPONSE_TIMEOUT_MS = 4_000;

/**
 * Caches everything that is needed to open the client. Called when the worker is installed, because the page was loaded
 * before there was a worker that could have cached it.
 */
export async function cacheAll(): Promise<void> {
  await cacheAssets();
  await cachePage(await fetch(PAGE));
}

/** Caches the assets of the newest version of the client, and deletes those of older versions. */
export async function cacheAssets(): Promise<void> {
  const response = await fetch(FILE_LIST, { cache: "no-cache" });
  if (!response.ok) return;
  const wanted = new Set((await response.json()) as readonly string[]);
  const cache = await caches.open(CACHE_NAME);
  const cached = await cache.keys();
  const paths = new Set(cached.map(({ url }) => new URL(url).pathname));
  await cache.addAll([...wanted].filter((path) => !paths.has(path)));
  const old = cached.filter(({ url }) => isAsset(new URL(url).pathname) && !wanted.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** Deletes all caches. They include the page, which contains the user's id. */
export async function clearCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Deletes the caches of older versions of the worker. */
export async function clearOutdatedCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE_NAME).map((name) => caches.delete(name)));
}

/**
 * Returns true if a path is that of an asset of the client. The name of an asset contains a hash of its content, so it
 * never changes.
 */
export const isAsset = (path: string): boolean => path.startsWith("/assets/");

/** Returns an asset from the cache or, if it is not cached, from the server. */
export async function assetResponse(request: Request): Promise<Response> {
  const cached = await caches.match(request.url);
  return cached ?? fetch(request);
}

/** Returns true if the request is for the page of the client. */
export const isClientNavigation = ({ mode, url }: Request): boolean =>
  mode === "navigate" && new URL(url).pathname === PAGE;

/**
 * Returns the page of the client from the server, or from the cache if the server is unreachable or does not respond in
 * time.
 */
export async function pageResponse(request: Request): Promise<Response> {
  const cached = await caches.match(PAGE, { cacheName: CACHE_NAME });
  try {
    const response = await fetch(request, cached ? { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) } : {});
    await cachePage(response);
    return response;
  } catch (error) {
    if (cached) return cached;
    throw error;
  }
}

/**
 * Caches the page of the client. The server returns this page only to a logged-in user. If it returns another page, the
 * cached page is deleted. Errors change nothing.
 */
async function cachePage(response: Response): Promise<void> {
  if (!response.ok) return;
  const cache = await caches.open(CACHE_NAME);
  const isClient = (await response.clone().text()).includes("data-person=");
  if (isClient) await cache.put(PAGE, response.clone());
  else await cache.delete(PAGE);
}
