import { useSyncExternalStore } from "react";

type Parts = typeof import("./late-parts.ts");

let parts: Parts | null = null;
const listeners = new Set<() => void>();

/** Loads what opens over the page: once, after the first screen or when it is first needed. */
export async function loadLateParts(): Promise<Parts> {
  const loaded = await import("./late-parts.ts");
  if (parts === null) {
    parts = loaded;
    for (const changed of Array.from(listeners)) changed();
  }
  return loaded;
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** What opens over the page; null until it is here. */
export const useLateParts = (): Parts | null => useSyncExternalStore(subscribe, () => parts);
