/** Texts of the service worker. They have a file to themselves because pages and the service worker share no chunks. */
export const worker = { markRead: "Mark as read" };
