import type { Draft } from "@parlance/contract/nouns/drafts.ts";
import type { Client } from "../connection/client.ts";
import type { Destination } from "../connection/outbox.ts";

const keyOf = (to: Destination): string =>
  `parlance.draft.${to.kind === "topic" ? `${to.channelId} ${to.topic.toLowerCase()}` : to.userIds.join(",")}`;

/** What was written to a conversation and not sent: on this machine, or else on another. */
export function draftFor({ state }: Pick<Client, "state">, to: Destination): string {
  const local = localStorage.getItem(keyOf(to));
  return local ?? state.get().drafts.find((draft) => isTo(draft, to))?.content ?? "";
}

/** Keeps it on this machine, at once. */
export function keepHere(to: Destination, content: string): void {
  try {
    localStorage.setItem(keyOf(to), content);
  } catch {
    // A full store keeps nothing more; the server has what it was told.
  }
}

/** Keeps it for one's other machines as well; nothing where the person does not want that. */
export async function keepEverywhere({ state, call, now }: Client, to: Destination, content: string): Promise<void> {
  const { drafts, user_settings } = state.get();
  if (user_settings?.enable_drafts_synchronization === false) return;
  const known = drafts.find((draft) => isTo(draft, to));
  if (known?.content === content) return;
  const draft = { ...recipientOf(to), content, timestamp: Math.floor(now() / 1000) };
  if (content.trim() === "") {
    if (known) await call("DELETE", `/drafts/${known.id}`);
  } else if (known) await call("PATCH", `/drafts/${known.id}`, { draft });
  else await call("POST", "/drafts", { drafts: [draft] });
  if (content.trim() === "") localStorage.removeItem(keyOf(to));
}

const recipientOf = (to: Destination) =>
  to.kind === "topic"
    ? ({ type: "stream", to: [to.channelId], topic: to.topic } as const)
    : ({ type: "private", to: to.userIds, topic: "" } as const);

function isTo({ type, to: recipients, topic }: Draft, to: Destination): boolean {
  if (to.kind === "direct")
    return type === "private" && recipients.toSorted((a, b) => a - b).join() === to.userIds.join();
  return type === "stream" && recipients[0] === to.channelId && topic.toLowerCase() === to.topic.toLowerCase();
}
