import type { Client } from "../../../../client/connection/client.ts";
import { showToast } from "../../../../base/ui/overlays/toasts.tsx";

/** Fetches the Markdown of a message. Returns null, and shows an error, if it cannot be fetched. */
export async function fetchMarkdownSource({ call }: Pick<Client, "call">, id: number): Promise<string | null> {
  try {
    const answer = await call("GET", `/messages/${id}`, { apply_markdown: false, allow_empty_topic_name: true });
    if (answer.result === "success") return answer.message.content;
    showToast({ text: answer.msg, isError: true });
  } catch (error) {
    showToast({ text: error instanceof Error ? error.message : String(error), isError: true });
  }
  return null;
}
