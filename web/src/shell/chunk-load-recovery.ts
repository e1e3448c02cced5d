// Handles failures to load a chunk of the client. The server may have a newer version of the client, and no longer the
// chunks of this version.

const RELOADED_AT_KEY = "parlance.reloaded";
/**
 * Minimum interval between automatic reloads, in milliseconds. It prevents a loop if reloading does not solve the
 * problem.
 */
const MIN_RELOAD_INTERVAL_MS = 60_000;

/**
 * Reloads the page if a chunk could not be loaded although the server is reachable. Does nothing if a text area
 * contains text or the last reload was less than a minute ago.
 */
export function reloadOnChunkLoadFailure(): void {
  window.addEventListener("vite:preloadError", () => void reloadOnce());
}

async function reloadOnce(): Promise<void> {
  // If the server is unreachable, reloading does not help: the page itself could not be loaded either.
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

/** Returns true if there is text in a field that a reload might lose. */
const hasUnsavedText = (): boolean =>
  Array.from(document.querySelectorAll<HTMLTextAreaElement>("textarea")).some(({ value }) => value.trim() !== "");
