import { deleteMessage } from "../../../../client/actions/messages/edit-message.ts";
import type { Client } from "../../../../client/connection/client.ts";
import { pageHeaders } from "../../../../client/connection/transport.ts";
import { WritableStore } from "../../../../client/stores/writable-store.ts";
import type { Store } from "../../../../client/stores/store.ts";
import { checkOutcome } from "../../../../hooks/check-outcome.ts";

/** Time in milliseconds during which the user can undo a deletion. */
const UNDO_TIMEOUT_MS = 5_000;

const pendingDeletions = new WritableStore<ReadonlyMap<number, () => void>>(new Map());

/** Messages that are about to be deleted: each message's id, with the function that cancels the deletion. */
export const pendingDeletionsStore: Store<ReadonlyMap<number, () => void>> = pendingDeletions;

/**
 * Deletes a message after a delay, during which the user can undo the deletion. If the page is closed earlier, the
 * message is deleted immediately.
 */
export function deleteWithUndo(client: Client, id: number): void {
  const end = () => {
    clearTimeout(timer);
    window.removeEventListener("pagehide", atOnce);
  };
  const stay = () => {
    end();
    pendingDeletions.set(new Map([...pendingDeletions.get()].filter(([one]) => one !== id)));
  };
  const atOnce = () => {
    end();
    // `keepalive` lets the request finish after the page is closed.
    void fetch(`/api/v1/messages/${id}`, { method: "DELETE", headers: pageHeaders, keepalive: true });
  };
  const timer = setTimeout(() => {
    end();
    void deleteMessage(client, id).then((outcome) => {
      if (!checkOutcome(outcome)) stay();
    });
  }, UNDO_TIMEOUT_MS);
  window.addEventListener("pagehide", atOnce);
  pendingDeletions.set(new Map([...pendingDeletions.get(), [id, stay]]));
}
