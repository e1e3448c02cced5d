/** Texts of the service worker, in a part of their own because pages and worker share no chunks. */
export const worker = { markRead: "Mark as read" };
