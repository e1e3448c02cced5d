import type { Draft } from "@parlance/contract/nouns/drafts.ts";
import type { Client } from "../../../client/connection/client.ts";
import type { Destination } from "../../../client/outbox/outbox.ts";
import { hasForeignText, type LocalDraft, mergeDrafts } from "./local-draft.ts";

/** Timeout for the event that confirms a saved draft, in milliseconds. */
const EVENT_TIMEOUT_MS = 10_000;
/**
 * Shorter timeout, for two cases: another device moves the draft, or this device has already created it without
 * receiving the response.
 */
const SHORT_EVENT_TIMEOUT_MS = 3_000;

type DraftClient = Pick<Client, "state" | "me">;

const storageKey = (me: number, to: Destination): string =>
  `parlance.draft.${me}.${to.kind === "topic" ? `${to.channelId} ${to.topic.toLowerCase()}` : to.userIds.join(",")}`;

/**
 * Returns the destination that a draft is stored under. While its topic is still being entered, the draft belongs to no
 * topic.
 */
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
    // The local storage is full. The server still has what was synced to it.
  }
  for (const changed of Array.from(listeners)) changed();
}

/** Returns the server's draft for a destination: the one this device created, otherwise the newest. */
function serverDraft({ state, me }: DraftClient, to: Destination): Draft | undefined {
  const all = state.get().drafts.filter((draft) => isDraftFor(draft, to));
  const own = readLocalDraft(me, to)?.draftId;
  return all.find(({ id }) => id === own) ?? all[0];
}

const serverDraftById = ({ state }: Pick<DraftClient, "state">, draftId: number | undefined): Draft | undefined =>
  state.get().drafts.find(({ id }) => id === draftId);

/** Returns the unsent text of a conversation, merged from this device and the server. */
export const draftText = (client: DraftClient, to: Destination): string =>
  mergeDrafts(readLocalDraft(client.me, to), serverDraft(client, to)?.content ?? "");

/** Returns the topic entered so far for a draft whose topic is not complete. */
export const draftTopic = (me: number, channelId: number): string =>
  readLocalDraft(me, { kind: "topic", channelId, topic: "" })?.topic ?? "";

/** Stores the draft on this device immediately. `topic` is the topic entered so far, if it is not complete. */
export function saveDraftLocally({ me }: Pick<Client, "me">, to: Destination, content: string, topic?: string): void {
  writeLocalDraft(me, to, {
    synced: "",
    ...readLocalDraft(me, to),
    content,
    topic: content === "" ? undefined : topic,
  });
}

/** Appends a text to the conversation's draft. */
export function appendToDraft(client: Client, to: Destination, content: string): void {
  const text = [draftText(client, to), content].filter((one) => one !== "").join("\n");
  saveDraftLocally(client, to, text);
  void syncDraft(client, to);
}

/** Deletes the draft stored on this device. */
export const deleteLocalDraft = ({ me }: Pick<Client, "me">, to: Destination): void =>
  localStorage.removeItem(storageKey(me, to));

/**
 * Moves a draft to another conversation. If a topic was moved, the user's other devices receive that event as well
 * (`isKnownElsewhere`): then the device with the newer text updates the server.
 */
export async function moveDraft(
  client: Client,
  from: Destination,
  to: Destination,
  isKnownElsewhere: boolean,
): Promise<void> {
  const { me } = client;
  const known = serverDraft(client, from);
  // After a reconnect, the client may receive a move again that the page has already followed.
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
 * Accepts the server's text as the common version of both sides. Does nothing unless that text is also the merged text,
 * which is the one displayed.
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

/** Calls `changed` after every change of the locally stored drafts, until the returned function is called. */
export function onLocalDraftChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** The last sync of each draft. Syncs of a draft run one after the other, so that none is created twice. */
const pendingSyncs = new Map<string, Promise<void>>();

/** Runs `act` after the draft's previous sync. If it fails, the text remains stored on this device. */
function enqueueSync({ me }: Client, to: Destination, act: () => Promise<void>): Promise<void> {
  const key = storageKey(me, to);
  const next = (pendingSyncs.get(key) ?? Promise.resolve()).then(act).catch(() => undefined);
  pendingSyncs.set(key, next);
  return next;
}

/**
 * Syncs this device's draft to the server for the user's other devices. Does nothing if the user has turned that off.
 */
export const syncDraft = (client: Client, to: Destination): Promise<void> =>
  enqueueSync(client, to, () => pushDraft(client, to));

/**
 * Syncs a draft that did not reach the server when it was written. Waits for the event with the server's version first:
 * after a reconnect, the connection exists before the missed events have been received. A draft that was deleted on
 * another device stays deleted.
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

/** Returns the local draft if the server may not have its text. */
function unsyncedDraft({ me }: Pick<Client, "me">, to: Destination): LocalDraft | null {
  const kept = readLocalDraft(me, to);
  return kept && kept.content.trim() !== "" && kept.content !== kept.synced ? kept : null;
}

/**
 * Runs `act` in one page at a time: all pages reconnect at the same time. Browsers provide `navigator.locks` only over
 * HTTPS.
 */
const withDraftLock = (name: string, act: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, act) : act();

/**
 * Returns the server's draft that corresponds to a local one. It may still be at its former topic if the page was
 * closed before it could report the move.
 */
const matchingServerDraft = (
  client: DraftClient,
  to: Destination,
  { content, draftId }: LocalDraft,
): Draft | undefined =>
  serverDraft(client, to) ?? (content.trim() === "" ? undefined : serverDraftById(client, draftId));

/** Whether the server has the text that is stored locally. */
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

/**
 * Saves or deletes the draft on the server. Text written on other devices meanwhile is not overwritten: it remains as a
 * separate draft.
 * @returns the draft's id, or null if the server's draft was not changed.
 */
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

/** Waits until the events make `holds` true, or until the timeout. */
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
