import type { Client, Outcome } from "../../connection/client.ts";

/** Writes a message anew, in Markdown. How it will look, the server tells. */
export const editMessage = ({ change }: Pick<Client, "change">, id: number, content: string): Promise<Outcome> =>
  change({ expects: [], request: (call) => call("PATCH", `/messages/${id}`, { content }) });

/** Deletes a message for everybody. */
export const deleteMessage = ({ change }: Pick<Client, "change">, id: number): Promise<Outcome> =>
  change({ expects: [], request: (call) => call("DELETE", `/messages/${id}`) });
