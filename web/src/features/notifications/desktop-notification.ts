// Shows desktop notifications: by the service worker if there is one, otherwise by the page.
import { postToActiveWorker, postToWorker } from "../../client/connection/service-worker.ts";
import type { PushedNotification } from "../../worker/worker-messages.ts";

export interface DesktopNotifications {
  readonly show: (notice: PushedNotification) => void;
  /** Closes the notifications of messages that have been read. */
  readonly close: (ids: readonly number[]) => void;
  /**
   * Closes notifications of the service worker, such as those shown while no page was open, if their messages have been
   * read since. A message counts as read if its id is at most `newest` and is not in `unread`.
   */
  readonly review: (unread: ReadonlySet<number>, newest: number) => void;
}

/** Returns the functions that show and close desktop notifications. Nothing is shown without the user's permission. */
export function createDesktopNotifications(): DesktopNotifications {
  const own = new Map<number, Notification>();
  return {
    show(notice) {
      if (!("Notification" in window) || Notification.permission !== "granted") return;
      if (!postToWorker({ kind: "show", notice })) own.set(notice.message_id, showFromPage(notice));
    },
    close(ids) {
      postToWorker({ kind: "read", ids });
      for (const id of ids) {
        own.get(id)?.close();
        own.delete(id);
      }
    },
    review(unread, newest) {
      void postToActiveWorker({ kind: "review", unread: [...unread], newest });
    },
  };
}

function showFromPage({ title, body, url, message_id: id }: PushedNotification): Notification {
  const shown = new Notification(title, { body, tag: `message-${id}`, icon: "/icons/192.png" });
  shown.addEventListener("click", () => {
    window.focus();
    location.hash = new URL(url).hash;
    shown.close();
  });
  return shown;
}
