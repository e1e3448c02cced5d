import type { PendingMessage } from "./outbox.ts";

/** Where messages on their way are kept while no page is open. */
export interface OutboxStorage {
  readonly load: () => readonly PendingMessage[];
  readonly save: (message: PendingMessage) => void;
  readonly remove: (key: string) => void;
}

/** Keeps them in the browser, each by itself, so that several pages do not write over each other's. */
export function createBrowserOutboxStorage(me: number): OutboxStorage {
  const prefix = `parlance.outbox.${me}.`;
  return {
    load: () =>
      Object.keys(localStorage)
        .filter((name) => name.startsWith(prefix))
        .flatMap((name) => parseStoredMessage(localStorage.getItem(name)))
        .toSorted((a, b) => a.writtenAt - b.writtenAt),
    save: (message) => {
      try {
        localStorage.setItem(prefix + message.key, JSON.stringify(message));
      } catch {
        // A browser that keeps nothing sends what is written while the page is open.
      }
    },
    remove: (key) => localStorage.removeItem(prefix + key),
  };
}

/** Whether one that was being sent has arrived is not known: it is sent again, which does no harm. */
function parseStoredMessage(text: string | null): PendingMessage[] {
  if (text === null) return [];
  const message = JSON.parse(text) as PendingMessage;
  return [message.standing === "sending" ? { ...message, standing: "waiting" } : message];
}
