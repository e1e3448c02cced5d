import type { Client, Outcome } from "../../connection/client.ts";

/** Saves a snippet. */
export const createSnippet = ({ change }: Pick<Client, "change">, title: string, content: string): Promise<Outcome> =>
  change({ expects: [], request: (call) => call("POST", "/saved_snippets", { title, content }) });

/** Deletes a snippet. */
export const deleteSnippet = ({ change }: Pick<Client, "change">, id: number): Promise<Outcome> =>
  change({
    expects: [{ type: "saved_snippets", op: "remove", saved_snippet_id: id }],
    request: (call) => call("DELETE", `/saved_snippets/${id}`),
  });
