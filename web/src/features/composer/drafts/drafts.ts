import type { Draft } from "@parlance/contract/nouns/drafts.ts";
import type { Client } from "../../../client/connection/client.ts";
import type { Destination } from "../../../client/outbox/outbox.ts";
import { isForeign, type KeptDraft, mergedDraft } from "./local-draft.ts";

/** So long it is waited until the event of a draft that was kept has come, in milliseconds. */
const EVENT_PATIENCE_MS = 10_000;
/** And so long, whether another machine moves a draft, or this one has begun it before and did not hear that it did. */
const SHORT_PATIENCE_MS = 3_000;

type Knowing = Pick<Client, "state" | "me">;

const keyOf = (me: number, to: Destination): string =>
  `parlance.draft.${me}.${to.kind === "topic" ? `${to.channelId} ${to.topic.toLowerCase()}` : to.userIds.join(",")}`;

/** Where a text is kept that goes somewhere: while its topic is still being written, it is not yet any topic's. */
export const draftPlace = ({ to, isNew }: { readonly to: Destination; readonly isNew: boolean }): Destination =>
  isNew && to.kind === "topic" ? { ...to, topic: "" } : to;

function read(me: number, to: Destination): KeptDraft | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(me, to)) ?? "null") as KeptDraft | null;
  } catch {
    return null;
  }
}

function write(me: number, to: Destination, kept: KeptDraft): void {
  try {
    if (kept.content === "" && kept.synced === "" && kept.told === undefined) localStorage.removeItem(keyOf(me, to));
    else localStorage.setItem(keyOf(me, to), JSON.stringify(kept));
  } catch {
    // A full store keeps nothing more; the server has what it was told.
  }
  for (const changed of Array.from(listeners)) changed();
}

/** What the server has of it: this machine's own draft, or else the newest. */
function theirs({ state, me }: Knowing, to: Destination): Draft | undefined {
  const all = state.get().drafts.filter((draft) => isTo(draft, to));
  const own = read(me, to)?.draftId;
  return all.find(({ id }) => id === own) ?? all[0];
}

const byNumber = ({ state }: Pick<Knowing, "state">, draftId: number | undefined): Draft | undefined =>
  state.get().drafts.find(({ id }) => id === draftId);

/** What was written to a conversation and not sent: on this machine, or on another. */
export const draftFor = (client: Knowing, to: Destination): string =>
  mergedDraft(read(client.me, to), theirs(client, to)?.content ?? "");

/** The topic that was being written for a draft whose topic is still open. */
export const topicBegun = (me: number, channelId: number): string =>
  read(me, { kind: "topic", channelId, topic: "" })?.topic ?? "";

/** Keeps it on this machine, at once; `topic`: what is written of its topic, where that is still open. */
export function keepHere({ me }: Pick<Client, "me">, to: Destination, content: string, topic?: string): void {
  write(me, to, { synced: "", ...read(me, to), content, topic: content === "" ? undefined : topic });
}

/** Keeps a text to go on writing it there, after what one has begun there. */
export function bringBack(client: Client, to: Destination, content: string): void {
  const text = [draftFor(client, to), content].filter((one) => one !== "").join("\n");
  keepHere(client, to, text);
  void keepEverywhere(client, to);
}

/** What is kept on this machine is gone. */
export const forgetHere = ({ me }: Pick<Client, "me">, to: Destination): void => localStorage.removeItem(keyOf(me, to));

/**
 * What was begun in a conversation goes on in another. Of a topic that was moved one's other machines hear as well
 * (`isKnownElsewhere`): the one that has newer words has the server know them.
 */
export async function moveDraft(
  client: Client,
  from: Destination,
  to: Destination,
  isKnownElsewhere: boolean,
): Promise<void> {
  const { me } = client;
  const known = theirs(client, from);
  // Who comes back may hear once more of a move that the page has gone with already.
  const hasGone = known !== undefined && read(me, to)?.draftId === known.id;
  const text = draftFor(client, hasGone ? to : from);
  if (text === "") return;
  if (!known || (!hasGone && draftFor(client, to) !== "")) {
    bringBack(client, to, text);
    keepHere(client, from, "");
    return keepEverywhere(client, from);
  }
  const isNew = known.content !== text || !isKnownElsewhere;
  write(me, to, { content: text, synced: "", told: text, draftId: known.id });
  forgetHere(client, from);
  void inOrder(client, to, async () => {
    if (!isNew) await until(client, SHORT_PATIENCE_MS, () => !theirs(client, from));
    const left = theirs(client, from);
    if (left) await sendTo(client, left.id, to, isNew ? text : left.content);
    await until(client, EVENT_PATIENCE_MS, () => theirs(client, to)?.id === known.id);
  });
  return keepEverywhere(client, to);
}

const sendTo = ({ call, now }: Client, id: number, to: Destination, content: string) =>
  call("PATCH", `/drafts/${id}`, { draft: { ...recipientOf(to), content, timestamp: Math.floor(now() / 1000) } });

/**
 * Goes on here with what is written on other machines: from now on that is what both have.
 * What is shown of it must be known to be shown before.
 */
export function takeUp(client: Knowing, to: Destination): void {
  const draft = theirs(client, to);
  if (!draft || draft.content !== draftFor(client, to)) return;
  const { content } = draft;
  write(client.me, to, { ...read(client.me, to), content, synced: content, told: undefined, draftId: draft.id });
}

const listeners = new Set<() => void>();

/** Calls after what this machine keeps of drafts has changed, until the returned function is called. */
export function onKept(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** What of each draft is on its way to the server: one after the other, so that none comes twice. */
const underWay = new Map<string, Promise<void>>();

/** What the server could not be told stays on this machine. */
function inOrder({ me }: Client, to: Destination, act: () => Promise<void>): Promise<void> {
  const key = keyOf(me, to);
  const next = (underWay.get(key) ?? Promise.resolve()).then(act).catch(() => undefined);
  underWay.set(key, next);
  return next;
}

/** Keeps what this machine has for one's other machines as well; nothing where the person does not want that. */
export const keepEverywhere = (client: Client, to: Destination): Promise<void> =>
  inOrder(client, to, () => tell(client, to));

/**
 * The same for words that did not reach the server when they were written, once events have told what it has of them: a
 * connection is there before what happened meanwhile is. What was deleted elsewhere stays deleted.
 */
export async function tellAgain(client: Client, to: Destination): Promise<void> {
  if (!owed(client, to)) return;
  await amongPages(keyOf(client.me, to), async () => {
    const kept = owed(client, to);
    if (!kept) return;
    const isNew = kept.draftId === undefined;
    const isKnown = () => (isNew ? theirs(client, to) : byNumber(client, kept.draftId)) !== undefined;
    await until(client, isNew ? SHORT_PATIENCE_MS : EVENT_PATIENCE_MS, isKnown);
    if ((isNew || isKnown()) && owed(client, to)) await keepEverywhere(client, to);
  });
}

/** What is kept here, if it is something that the server may not have. */
function owed({ me }: Pick<Client, "me">, to: Destination): KeptDraft | null {
  const kept = read(me, to);
  return kept && kept.content.trim() !== "" && kept.content !== kept.synced ? kept : null;
}

/** One page after the other, where they come encrypted: all of them find their connection again at once. */
const amongPages = (name: string, act: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, act) : act();

/** The server's draft of a text. It may still be where its topic was before: the page did not come to say that it moved. */
const draftOf = (client: Knowing, to: Destination, { content, draftId }: KeptDraft): Draft | undefined =>
  theirs(client, to) ?? (content.trim() === "" ? undefined : byNumber(client, draftId));

/** Whether the server has a text as it is kept here. */
function isTold(client: Knowing, to: Destination, kept: KeptDraft): boolean {
  const known = draftOf(client, to, kept);
  return known ? known.content === kept.content && isTo(known, to) : kept.content.trim() === "";
}

async function tell(client: Client, to: Destination): Promise<void> {
  const { state, me } = client;
  const kept = read(me, to);
  if (!kept || state.get().user_settings?.enable_drafts_synchronization === false) return;
  const { content } = kept;
  const isGone = content.trim() === "";
  if (!isTold(client, to, kept)) {
    if (!isGone) write(me, to, { ...kept, told: content });
    const draftId = await put(client, to, kept, draftOf(client, to, kept));
    if (draftId === null) return;
    write(me, to, { ...(read(me, to) ?? kept), draftId: isGone ? undefined : draftId });
    await until(client, EVENT_PATIENCE_MS, () =>
      isGone ? !theirs(client, to) : theirs(client, to)?.content === content,
    );
  }
  write(me, to, { ...(read(me, to) ?? kept), synced: isGone ? "" : content, told: undefined });
}

/** Has the server know it; its number there, null: the server did not take it. What others wrote meanwhile stays beside it. */
async function put(client: Client, to: Destination, kept: KeptDraft, known: Draft | undefined): Promise<number | null> {
  const { call, now } = client;
  const isGone = kept.content.trim() === "";
  if (known && isGone) {
    if (isForeign(kept, known.content)) return null;
    const { result } = await call("DELETE", `/drafts/${known.id}`);
    return result === "success" ? known.id : null;
  }
  if (known && !isForeign(kept, known.content)) {
    const { result } = await sendTo(client, known.id, to, kept.content);
    return result === "success" ? known.id : null;
  }
  const draft = { ...recipientOf(to), content: kept.content, timestamp: Math.floor(now() / 1000) };
  const answer = await call("POST", "/drafts", { drafts: [draft] });
  return answer.result === "success" ? (answer.ids[0] ?? null) : null;
}

/** Waits until the events have told of it, or for so long. */
const until = ({ state }: Client, patienceMs: number, holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => end(), patienceMs);
    const stop = state.subscribe(() => holds() && end());
    if (holds()) end();
  });

const recipientOf = (to: Destination) =>
  to.kind === "topic"
    ? ({ type: "stream", to: [to.channelId], topic: to.topic } as const)
    : ({ type: "private", to: to.userIds, topic: "" } as const);

function isTo({ type, to: recipients, topic }: Draft, to: Destination): boolean {
  if (to.kind === "direct")
    return type === "private" && recipients.toSorted((a, b) => a - b).join() === to.userIds.join();
  return type === "stream" && recipients[0] === to.channelId && topic.toLowerCase() === to.topic.toLowerCase();
}
