// A piece of the client could not be loaded: perhaps there is a newer client, and the pieces of this one are gone.

const RELOADED_AT_KEY = "parlance.reloaded";
/** The page reloads by itself at most so often, in milliseconds: what reloading does not mend, it does not try again and again. */
const MIN_RELOAD_INTERVAL_MS = 60_000;

/** Loads the page anew when a piece of it is missing. What was being written is kept as a draft. */
export function reloadOnChunkLoadFailure(): void {
  window.addEventListener("vite:preloadError", () => void reloadOnce());
}

async function reloadOnce(): Promise<void> {
  // While the server is away nothing is missing, and there would be no page to load.
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

/** Whether something is written that would be gone with the page. */
const hasUnsavedText = (): boolean =>
  Array.from(document.querySelectorAll<HTMLTextAreaElement>("textarea")).some(({ value }) => value.trim() !== "");
