// A piece of the client could not be loaded: perhaps there is a newer client, and the pieces of this one are gone.

const KEY = "parlance.reloaded";
/** The page reloads by itself at most so often, in milliseconds: what reloading does not mend, it does not try again and again. */
const ONCE_IN_MS = 60_000;

/** Loads the page anew when a piece of it is missing. What was being written is kept as a draft. */
export function reloadForMissingPieces(): void {
  window.addEventListener("vite:preloadError", () => void reloadOnce());
}

async function reloadOnce(): Promise<void> {
  // While the server is away nothing is missing, and there would be no page to load.
  if (!(await hasServer()) || isWriting()) return;
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < ONCE_IN_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return;
  }
  location.reload();
}

const hasServer = async (): Promise<boolean> =>
  fetch("/", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether something is written that would be gone with the page. */
const isWriting = (): boolean =>
  Array.from(document.querySelectorAll<HTMLTextAreaElement>("textarea")).some(({ value }) => value.trim() !== "");
