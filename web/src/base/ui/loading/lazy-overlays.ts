import { useSyncExternalStore } from "react";

const importBundle = () => import("./overlay-bundle.ts");
type OverlayBundle = Awaited<ReturnType<typeof importBundle>>;

let bundle: OverlayBundle | null = null;
const listeners = new Set<() => void>();

/** What did not come, as while the server is away, is asked for again so much later, in milliseconds. */
const RETRY_DELAY_MS = 5_000;

/** Loads a piece of the client, however often it has to be asked for. */
export async function loadWithRetry<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }
}

let loading: Promise<OverlayBundle> | undefined;

/** Loads what opens over the page: once, after the first screen or when it is first needed. */
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

/** What opens over the page; null until it is here. */
export const useLoadedOverlays = (): OverlayBundle | null => useSyncExternalStore(subscribe, () => bundle);
