import { useSyncExternalStore } from "react";

const importBundle = () => import("./overlay-bundle.ts");
type OverlayBundle = Awaited<ReturnType<typeof importBundle>>;

let bundle: OverlayBundle | null = null;
const listeners = new Set<() => void>();

/** Delay in milliseconds before a failed load is retried, for example while the server is unreachable. */
const RETRY_DELAY_MS = 5_000;

/** Loads a chunk of the client, retrying until it succeeds. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }
}

let loading: Promise<OverlayBundle> | undefined;

/**
 * Loads the code of the overlays if it is not loaded yet. Called after the first screen has been shown, or earlier if
 * the user opens an overlay.
 */
export const loadOverlays = (): Promise<OverlayBundle> => (loading ??= loadBundle());

async function loadBundle(): Promise<OverlayBundle> {
  const loaded = await loadWithRetry(importBundle);
  bundle = loaded;
  for (const changed of Array.from(listeners)) changed();
  return loaded;
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Returns the components of the overlays, or null until their code is loaded. */
export const useLoadedOverlays = (): OverlayBundle | null => useSyncExternalStore(subscribe, () => bundle);
