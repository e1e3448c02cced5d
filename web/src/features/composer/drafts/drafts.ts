import type { Draft } from "@parlance/contract/nouns/drafts.ts";
import type { Client } from "../../../client/connection/client.ts";
import type { Destination } from "../../../client/outbox/outbox.ts";
import { hasForeignText, type LocalDraft, mergeDrafts } from "./local-draft.ts";

/** So long it is waited until the event of a draft that was kept has come, in milliseconds. */
const EVENT_TIMEOUT_MS = 10_000;
/** And so long, whether another machine moves a draft, or this one has begun it before and did not hear that it did. */
const SHORT_EVENT_TIMEOUT_MS = 3_000;

type DraftClient = Pick<Client, "state" | "me">;

const storageKey = (me: number, to: Destination): string =>
  `parlance.draft.${me}.${to.kind === "topic" ? `${to.channelId} ${to.topic.toLowerCase()}` : to.userIds.join(",")}`;

/** Where a text is kept that goes somewhere: while its topic is still being written, it is not yet any topic's. */
export const draftDestination = ({ to, isNew }: { readonly to: Destination; readonly isNew: boolean }): Destination =>
  isNew && to.kind === "topic" ? { ...to, topic: "" } : to;

function readLocalDraft(me: number, to: Destination): LocalDraft | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey(me, to)) ?? "null") as LocalDraft | null;
  } catch {
    return null;
  }
}

function writeLocalDraft(me: number, to: Destination, kept: LocalDraft): void {
  try {
    if (kept.content === "" && kept.synced === "" && kept.told === undefined)
      localStorage.removeItem(storageKey(me, to));
    else localStorage.setItem(storageKey(me, to), JSON.stringify(kept));
  } catch {
    // A full store keeps nothing more; the server has what it was told.
  }
  for (const changed of Array.from(listeners)) changed();
}

/** What the server has of it: this machine's own draft, or else the newest. */
function serverDraft({ state, me }: DraftClient, to: Destination): Draft | undefined {
  const all = state.get().drafts.filter((draft) => isDraftFor(draft, to));
  const own = readLocalDraft(me, to)?.draftId;
  return all.find(({ id }) => id === own) ?? all[0];
}

const serverDraftById = ({ state }: Pick<DraftClient, "state">, draftId: number | undefined): Draft | undefined =>
  state.get().drafts.find(({ id }) => id === draftId);

/** What was written to a conversation and not sent: on this machine, or on another. */
export const draftText = (client: DraftClient, to: Destination): string =>
  mergeDrafts(readLocalDraft(client.me, to), serverDraft(client, to)?.content ?? "");

/** The topic that was being written for a draft whose topic is still open. */
export const draftTopic = (me: number, channelId: number): string =>
  readLocalDraft(me, { kind: "topic", channelId, topic: "" })?.topic ?? "";

/** Keeps it on this machine, at once; `topic`: what is written of its topic, where that is still open. */
export function saveDraftLocally({ me }: Pick<Client, "me">, to: Destination, content: string, topic?: string): void {
  writeLocalDraft(me, to, {
    synced: "",
    ...readLocalDraft(me, to),
    content,
    topic: content === "" ? undefined : topic,
  });
}

/** Keeps a text to go on writing it there, after what one has begun there. */
export function appendToDraft(client: Client, to: Destination, content: string): void {
  const text = [draftText(client, to), content].filter((one) => one !== "").join("\n");
  saveDraftLocally(client, to, text);
  void syncDraft(client, to);
}

/** What is kept on this machine is gone. */
export const deleteLocalDraft = ({ me }: Pick<Client, "me">, to: Destination): void =>
  localStorage.removeItem(storageKey(me, to));

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
  const known = serverDraft(client, from);
  // Who comes back may hear once more of a move that the page has gone with already.
  const hasGone = known !== undefined && readLocalDraft(me, to)?.draftId === known.id;
  const text = draftText(client, hasGone ? to : from);
  if (text === "") return;
  if (!known || (!hasGone && draftText(client, to) !== "")) {
    appendToDraft(client, to, text);
    saveDraftLocally(client, from, "");
    return syncDraft(client, from);
  }
  const isNew = known.content !== text || !isKnownElsewhere;
  writeLocalDraft(me, to, { content: text, synced: "", told: text, draftId: known.id });
  deleteLocalDraft(client, from);
  void enqueueSync(client, to, async () => {
    if (!isNew) await waitForEvents(client, SHORT_EVENT_TIMEOUT_MS, () => !serverDraft(client, from));
    const left = serverDraft(client, from);
    if (left) await updateServerDraft(client, left.id, to, isNew ? text : left.content);
    await waitForEvents(client, EVENT_TIMEOUT_MS, () => serverDraft(client, to)?.id === known.id);
  });
  return syncDraft(client, to);
}

const updateServerDraft = ({ call, now }: Client, id: number, to: Destination, content: string) =>
  call("PATCH", `/drafts/${id}`, { draft: { ...toDraftRecipient(to), content, timestamp: Math.floor(now() / 1000) } });

/**
 * Goes on here with what is written on other machines: from now on that is what both have.
 * What is shown of it must be known to be shown before.
 */
export function adoptServerDraft(client: DraftClient, to: Destination): void {
  const draft = serverDraft(client, to);
  if (!draft || draft.content !== draftText(client, to)) return;
  const { content } = draft;
  writeLocalDraft(client.me, to, {
    ...readLocalDraft(client.me, to),
    content,
    synced: content,
    told: undefined,
    draftId: draft.id,
  });
}

const listeners = new Set<() => void>();

/** Calls after what this machine keeps of drafts has changed, until the returned function is called. */
export function onLocalDraftChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** What of each draft is on its way to the server: one after the other, so that none comes twice. */
const pendingSyncs = new Map<string, Promise<void>>();

/** What the server could not be told stays on this machine. */
function enqueueSync({ me }: Client, to: Destination, act: () => Promise<void>): Promise<void> {
  const key = storageKey(me, to);
  const next = (pendingSyncs.get(key) ?? Promise.resolve()).then(act).catch(() => undefined);
  pendingSyncs.set(key, next);
  return next;
}

/** Keeps what this machine has for one's other machines as well; nothing where the person does not want that. */
export const syncDraft = (client: Client, to: Destination): Promise<void> =>
  enqueueSync(client, to, () => pushDraft(client, to));

/**
 * The same for words that did not reach the server when they were written, once events have told what it has of them: a
 * connection is there before what happened meanwhile is. What was deleted elsewhere stays deleted.
 */
export async function resyncDraft(client: Client, to: Destination): Promise<void> {
  if (!unsyncedDraft(client, to)) return;
  await withDraftLock(storageKey(client.me, to), async () => {
    const kept = unsyncedDraft(client, to);
    if (!kept) return;
    const isNew = kept.draftId === undefined;
    const isKnown = () => (isNew ? serverDraft(client, to) : serverDraftById(client, kept.draftId)) !== undefined;
    await waitForEvents(client, isNew ? SHORT_EVENT_TIMEOUT_MS : EVENT_TIMEOUT_MS, isKnown);
    if ((isNew || isKnown()) && unsyncedDraft(client, to)) await syncDraft(client, to);
  });
}

/** What is kept here, if it is something that the server may not have. */
function unsyncedDraft({ me }: Pick<Client, "me">, to: Destination): LocalDraft | null {
  const kept = readLocalDraft(me, to);
  return kept && kept.content.trim() !== "" && kept.content !== kept.synced ? kept : null;
}

/** One page after the other, where they come encrypted: all of them find their connection again at once. */
const withDraftLock = (name: string, act: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, act) : act();

/** The server's draft of a text. It may still be where its topic was before: the page did not come to say that it moved. */
const matchingServerDraft = (
  client: DraftClient,
  to: Destination,
  { content, draftId }: LocalDraft,
): Draft | undefined =>
  serverDraft(client, to) ?? (content.trim() === "" ? undefined : serverDraftById(client, draftId));

/** Whether the server has a text as it is kept here. */
function isSynced(client: DraftClient, to: Destination, kept: LocalDraft): boolean {
  const known = matchingServerDraft(client, to, kept);
  return known ? known.content === kept.content && isDraftFor(known, to) : kept.content.trim() === "";
}

async function pushDraft(client: Client, to: Destination): Promise<void> {
  const { state, me } = client;
  const kept = readLocalDraft(me, to);
  if (!kept || state.get().user_settings?.enable_drafts_synchronization === false) return;
  const { content } = kept;
  const isGone = content.trim() === "";
  if (!isSynced(client, to, kept)) {
    if (!isGone) writeLocalDraft(me, to, { ...kept, told: content });
    const draftId = await saveToServer(client, to, kept, matchingServerDraft(client, to, kept));
    if (draftId === null) return;
    writeLocalDraft(me, to, { ...(readLocalDraft(me, to) ?? kept), draftId: isGone ? undefined : draftId });
    await waitForEvents(client, EVENT_TIMEOUT_MS, () =>
      isGone ? !serverDraft(client, to) : serverDraft(client, to)?.content === content,
    );
  }
  writeLocalDraft(me, to, { ...(readLocalDraft(me, to) ?? kept), synced: isGone ? "" : content, told: undefined });
}

/** Has the server know it; its number there, null: the server did not take it. What others wrote meanwhile stays beside it. */
async function saveToServer(
  client: Client,
  to: Destination,
  kept: LocalDraft,
  known: Draft | undefined,
): Promise<number | null> {
  const { call, now } = client;
  const isGone = kept.content.trim() === "";
  if (known && isGone) {
    if (hasForeignText(kept, known.content)) return null;
    const { result } = await call("DELETE", `/drafts/${known.id}`);
    return result === "success" ? known.id : null;
  }
  if (known && !hasForeignText(kept, known.content)) {
    const { result } = await updateServerDraft(client, known.id, to, kept.content);
    return result === "success" ? known.id : null;
  }
  const draft = { ...toDraftRecipient(to), content: kept.content, timestamp: Math.floor(now() / 1000) };
  const answer = await call("POST", "/drafts", { drafts: [draft] });
  return answer.result === "success" ? (answer.ids[0] ?? null) : null;
}

/** Waits until the events have told of it, or for so long. */
const waitForEvents = ({ state }: Client, patienceMs: number, holds: () => boolean): Promise<void> =>
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

const toDraftRecipient = (to: Destination) =>
  to.kind === "topic"
    ? ({ type: "stream", to: [to.channelId], topic: to.topic } as const)
    : ({ type: "private", to: to.userIds, topic: "" } as const);

function isDraftFor({ type, to: recipients, topic }: Draft, to: Destination): boolean {
  if (to.kind === "direct")
    return type === "private" && recipients.toSorted((a, b) => a - b).join() === to.userIds.join();
  return type === "stream" && recipients[0] === to.channelId && topic.toLowerCase() === to.topic.toLowerCase();
}
