import type { OutgoingMessage } from "./outbox.ts";

/** Where messages on their way are kept while no page is open. */
export interface MessageKeeper {
  readonly load: () => readonly OutgoingMessage[];
  readonly keep: (message: OutgoingMessage) => void;
  readonly drop: (key: string) => void;
}

/** Keeps them in the browser, each by itself, so that several pages do not write over each other's. */
export function browserKeeper(me: number): MessageKeeper {
  const prefix = `parlance.outbox.${me}.`;
  return {
    load: () =>
      Object.keys(localStorage)
        .filter((name) => name.startsWith(prefix))
        .flatMap((name) => parsed(localStorage.getItem(name)))
        .toSorted((a, b) => a.writtenAt - b.writtenAt),
    keep: (message) => {
      try {
        localStorage.setItem(prefix + message.key, JSON.stringify(message));
      } catch {
        // A browser that keeps nothing sends what is written while the page is open.
      }
    },
    drop: (key) => localStorage.removeItem(prefix + key),
  };
}

/** Whether one that was being sent has arrived is not known: it is sent again, which does no harm. */
function parsed(text: string | null): OutgoingMessage[] {
  if (text === null) return [];
  const message = JSON.parse(text) as OutgoingMessage;
  return [message.standing === "sending" ? { ...message, standing: "waiting" } : message];
}
