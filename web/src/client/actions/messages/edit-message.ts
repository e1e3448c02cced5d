import type { Client, Outcome } from "../../connection/client.ts";

/** Replaces the content of a message with new Markdown. The server renders it and sends the result as an event. */
export const editMessage = ({ change }: Pick<Client, "change">, id: number, content: string): Promise<Outcome> =>
  change({ expects: [], request: (call) => call("PATCH", `/messages/${id}`, { content }) });

/** Deletes a message for all users. */
export const deleteMessage = ({ change }: Pick<Client, "change">, id: number): Promise<Outcome> =>
  change({ expects: [], request: (call) => call("DELETE", `/messages/${id}`) });
