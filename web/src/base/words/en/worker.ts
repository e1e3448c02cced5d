/** What the service worker says. It alone: pages and worker share no pieces. */
export const worker = { markRead: "Mark as read" };
