import { watch } from "node:fs";
import { join } from "node:path";

/**
 * Time in milliseconds without further changes after which the server is restarted. Editors write a file in several
 * steps, and switching branches changes many files.
 */
const DEBOUNCE_MS = 100;

/** Collects the changes of files in some folders. `isWanted` selects the files. */
export class FileChanges {
  #paths = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #resolveNext: (() => void) | undefined;

  /** Watches the folders until the signal is aborted. Paths are relative to `base`. */
  constructor(base: string, folders: readonly string[], isWanted: (path: string) => boolean, signal: AbortSignal) {
    for (const folder of folders) {
      watch(join(base, folder), { recursive: true, signal }, (_event, name) => {
        const path = name === null ? folder : `${folder}/${name.replaceAll("\\", "/")}`;
        if (isWanted(path)) this.#note(path);
      });
    }
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Resolves with the paths of the files that have changed since the last call. Waits until there is at least one. */
  async next(): Promise<string[]> {
    if (this.#paths.size === 0 || this.#timer) {
      await new Promise<void>((resolve) => {
        this.#resolveNext = resolve;
      });
    }
    const paths = [...this.#paths].toSorted();
    this.#paths.clear();
    return paths;
  }

  #note(path: string): void {
    this.#paths.add(path);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#resolveNext?.();
    }, DEBOUNCE_MS);
  }
}
