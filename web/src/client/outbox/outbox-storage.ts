import type { PendingMessage } from "./outbox.ts";

/** Stores pending messages, so that they survive a reload of the page. */
export interface OutboxStorage {
  readonly load: () => readonly PendingMessage[];
  readonly save: (message: PendingMessage) => void;
  readonly remove: (key: string) => void;
}

/**
 * Creates a storage for pending messages in the browser. Each message has a separate key, so that several pages do not
 * overwrite each other's messages.
 */
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
        // If the browser cannot store the message, it is sent only while this page is open.
      }
    },
    remove: (key) => localStorage.removeItem(prefix + key),
  };
}

/**
 * Parses a stored message. If it was being sent when the page was closed, it may or may not have reached the server. It
 * is sent again, which is safe because of its idempotency key.
 */
function parseStoredMessage(text: string | null): PendingMessage[] {
  if (text === null) return [];
  const message = JSON.parse(text) as PendingMessage;
  return [message.standing === "sending" ? { ...message, standing: "waiting" } : message];
}
