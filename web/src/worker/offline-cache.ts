// The client's own page and pieces, kept so that it opens without the server. What the API says is never kept here.

/** Changes with what is kept: what an earlier worker kept goes. */
const CACHE_NAME = "parlance client 1";
const PAGE = "/";
const FILE_LIST = "/files.json";
/** Without an answer of the server for so long, the kept page is shown, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 4_000;

/** Keeps all that the client needs to open: the page from which the worker was started came without it. */
export async function cacheAll(): Promise<void> {
  await cacheAssets();
  await cachePage(await fetch(PAGE));
}

/** Keeps what the newest client is made of, and nothing of the ones before. */
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

/** Removes everything that is kept, such as whose page it was. */
export async function clearCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Removes what earlier workers kept. */
export async function clearOutdatedCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE_NAME).map((name) => caches.delete(name)));
}

/** Whether an address is a piece of the client, whose name says what is in it. */
export const isAsset = (path: string): boolean => path.startsWith("/assets/");

/** A piece: kept or fetched. */
export async function assetResponse(request: Request): Promise<Response> {
  const kept = await caches.match(request.url);
  return kept ?? fetch(request);
}

/** Whether somebody opens the client. */
export const isClientNavigation = ({ mode, url }: Request): boolean =>
  mode === "navigate" && new URL(url).pathname === PAGE;

/** The client's page: the server's, or without it the one that is kept. */
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

/** Only the page of somebody who is signed in is the client; the server gives others another one, and theirs is kept no longer. */
async function cachePage(response: Response): Promise<void> {
  if (!response.ok) return;
  const cache = await caches.open(CACHE_NAME);
  const isClient = (await response.clone().text()).includes("data-person=");
  if (isClient) await cache.put(PAGE, response.clone());
  else await cache.delete(PAGE);
}
