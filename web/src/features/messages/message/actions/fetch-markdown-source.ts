import type { Client } from "../../../../client/connection/client.ts";
import { say } from "../../../../base/ui/overlays/toasts.tsx";

/** What somebody wrote, in Markdown; null where it cannot be had, which is said. */
export async function sourceOf({ call }: Pick<Client, "call">, id: number): Promise<string | null> {
  try {
    const answer = await call("GET", `/messages/${id}`, { apply_markdown: false, allow_empty_topic_name: true });
    if (answer.result === "success") return answer.message.content;
    say({ text: answer.msg, isProblem: true });
  } catch (error) {
    say({ text: error instanceof Error ? error.message : String(error), isProblem: true });
  }
  return null;
}
