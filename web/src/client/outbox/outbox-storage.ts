import type { PendingMessage } from "./outbox.ts";

/** Storage for pending messages while no page is open. */
export interface OutboxStorage {
  readonly load: () => readonly PendingMessage[];
  readonly save: (message: PendingMessage) => void;
  readonly remove: (key: string) => void;
}

/**
 * Stores pending messages in the browser, each under its own key, so that several pages do not overwrite each other's.
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
        // Without storage, messages are sent only while the page is open.
      }
    },
    remove: (key) => localStorage.removeItem(prefix + key),
  };
}

/** Whether a message that was being sent reached the server is unknown. It is sent again, which does no harm. */
function parseStoredMessage(text: string | null): PendingMessage[] {
  if (text === null) return [];
  const message = JSON.parse(text) as PendingMessage;
  return [message.standing === "sending" ? { ...message, standing: "waiting" } : message];
}
