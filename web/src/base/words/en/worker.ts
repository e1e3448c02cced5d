/** Texts of the service worker. Separate because pages and worker share no chunks. */
export const worker = { markRead: "Mark as read" };
