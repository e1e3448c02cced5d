import type { Notice } from "#modules/messages/send/actions/post-notices.ts";

/** What the notification bot tells somebody whose message could not be sent. The reason may quote names that others chose. */
export const failureNotice = (userId: number, deliverAt: Date, reason: string): Notice => ({
  to: { userId },
  content: [
    `The message you scheduled for <time:${deliverAt.toISOString()}> was not sent because of the following error:`,
    `> \`${reason.replaceAll("`", "'")}\``,
    "[View scheduled messages](#scheduled)",
  ].join("\n\n"),
});
