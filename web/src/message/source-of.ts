import type { Client } from "../connection/client.ts";

/** What somebody wrote, in Markdown; empty where the server does not tell. */
export async function sourceOf({ call }: Pick<Client, "call">, id: number): Promise<string> {
  const answer = await call("GET", `/messages/${id}`, { apply_markdown: false, allow_empty_topic_name: true });
  return answer.result === "success" ? answer.message.content : "";
}
