import type { Destination } from "../../../client/outbox/outbox.ts";
import type { LocalDraft } from "./local-draft.ts";

/** Returns the name under which the browser stores a user's draft for a destination. */
export const storageKey = (me: number, to: Destination): string =>
  `parlance.draft.${me}.${to.kind === "topic" ? `${to.channelId} ${to.topic.toLowerCase()}` : to.userIds.join(",")}`;

export function readLocalDraft(me: number, to: Destination): LocalDraft | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey(me, to)) ?? "null") as LocalDraft | null;
  } catch {
    return null;
  }
}

export function writeLocalDraft(me: number, to: Destination, local: LocalDraft): void {
  const { content, synced, creation } = local;
  const isEmpty = content === "" && synced === "" && local.told === undefined && creation === undefined;
  try {
    if (isEmpty) localStorage.removeItem(storageKey(me, to));
    else localStorage.setItem(storageKey(me, to), JSON.stringify(local));
  } catch {
    // The browser's storage is full. Text that has been synced remains on the server.
  }
  for (const changed of Array.from(listeners)) changed();
}

const listeners = new Set<() => void>();

/**
 * Calls `changed` each time this page has stored a draft on this device. Returns a function that removes the listener.
 */
export function onLocalDraftChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
