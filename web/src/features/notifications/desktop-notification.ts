// Where notifications of the system are shown: by the worker where there is one, else by the page.
import { postToActiveWorker, postToWorker } from "../../client/connection/service-worker.ts";
import type { PushedNotification } from "../../worker/worker-messages.ts";

export interface DesktopNotifications {
  readonly show: (notice: PushedNotification) => void;
  /** What was read is told no longer. */
  readonly close: (ids: readonly number[]) => void;
  /** Takes back what was shown while no page was open, and has been read since: messages up to `newest` that are not unread. */
  readonly review: (unread: ReadonlySet<number>, newest: number) => void;
}

/** Shows nothing where the person has not allowed it. */
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
