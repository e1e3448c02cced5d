import { useSyncExternalStore } from "react";

const load = () => import("./overlay-bundle.ts");
type Parts = Awaited<ReturnType<typeof load>>;

let parts: Parts | null = null;
const listeners = new Set<() => void>();

/** What did not come, as while the server is away, is asked for again so much later, in milliseconds. */
const AGAIN_MS = 5_000;

/** Loads a piece of the client, however often it has to be asked for. */
export async function untilHere<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

let loading: Promise<Parts> | undefined;

/** Loads what opens over the page: once, after the first screen or when it is first needed. */
export const loadLateParts = (): Promise<Parts> => (loading ??= bring());

async function bring(): Promise<Parts> {
  const loaded = await untilHere(load);
  parts = loaded;
  for (const changed of Array.from(listeners)) changed();
  return loaded;
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** What opens over the page; null until it is here. */
export const useLateParts = (): Parts | null => useSyncExternalStore(subscribe, () => parts);
