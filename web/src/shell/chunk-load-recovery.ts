// Recovery from a failure to load a chunk of the client: there may be a newer client, and the chunks of this one may be
// gone.

const RELOADED_AT_KEY = "parlance.reloaded";
/**
 * Minimum interval between automatic reloads, in milliseconds. A failure that a reload does not fix must not cause a
 * loop.
 */
const MIN_RELOAD_INTERVAL_MS = 60_000;

/** Reloads the page when a chunk is missing, unless text is being written. */
export function reloadOnChunkLoadFailure(): void {
  window.addEventListener("vite:preloadError", () => void reloadOnce());
}

async function reloadOnce(): Promise<void> {
  // While the server is unreachable, the chunk is not missing, and the page could not be loaded.
  if (!(await isServerReachable()) || hasUnsavedText()) return;
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT_KEY)) < MIN_RELOAD_INTERVAL_MS) return;
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  } catch {
    return;
  }
  location.reload();
}

const isServerReachable = async (): Promise<boolean> =>
  fetch("/", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether a text is being written that a reload might lose. */
const hasUnsavedText = (): boolean =>
  Array.from(document.querySelectorAll<HTMLTextAreaElement>("textarea")).some(({ value }) => value.trim() !== "");
