import type { Draft } from "@parlance/contract/nouns/drafts.ts";
import type { Client } from "../../../client/connection/client.ts";
import type { Destination } from "../../../client/outbox/outbox.ts";
import { createIdempotencyKey } from "../../../client/outbox/idempotency-key.ts";
import { isDraftFor, toDraftRecipient } from "./draft-recipient.ts";
import { readLocalDraft, storageKey, writeLocalDraft } from "./draft-storage.ts";
import { type DraftCreation, hasForeignText, type LocalDraft, mergeDrafts } from "./local-draft.ts";

/** Time in milliseconds to wait for the event that confirms a saved draft. */
const EVENT_TIMEOUT_MS = 10_000;
/** Time in milliseconds to wait for another device to move a draft. */
const MOVE_TIMEOUT_MS = 3_000;

type DraftClient = Pick<Client, "state" | "me">;

/**
 * Returns the destination under which a draft is stored. While the user is still entering the topic, this is the
 * channel with an empty topic.
 */
export const draftDestination = ({ to, isNew }: { readonly to: Destination; readonly isNew: boolean }): Destination =>
  isNew && to.kind === "topic" ? { ...to, topic: "" } : to;

/**
 * Returns the server's draft for a destination. If there are several, returns the one that this device last saved or
 * adopted, otherwise the one that was edited last.
 */
function serverDraft({ state, me }: DraftClient, to: Destination): Draft | undefined {
  const all = state.get().drafts.filter((draft) => isDraftFor(draft, to));
  const own = readLocalDraft(me, to)?.draftId;
  return all.find(({ id }) => id === own) ?? all[0];
}

const serverDraftById = ({ state }: Pick<DraftClient, "state">, draftId: number | undefined): Draft | undefined =>
  state.get().drafts.find(({ id }) => id === draftId);

/** Returns the draft of a conversation: the text stored on this device, merged with the text on the server. */
export const draftText = (client: DraftClient, to: Destination): string =>
  mergeDrafts(readLocalDraft(client.me, to), serverDraft(client, to)?.content ?? "");

/** Returns the part of a topic that the user has entered so far in a channel view. */
export const draftTopic = (me: number, channelId: number): string =>
  readLocalDraft(me, { kind: "topic", channelId, topic: "" })?.topic ?? "";

/** Stores a draft on this device. `topic` is the part of the topic that the user has entered so far. */
export function saveDraftLocally({ me }: Pick<Client, "me">, to: Destination, content: string, topic?: string): void {
  writeLocalDraft(me, to, {
    synced: "",
    ...readLocalDraft(me, to),
    content,
    topic: content === "" ? undefined : topic,
  });
}

/** Appends a text to the draft of a conversation. */
export function appendToDraft(client: Client, to: Destination, content: string): void {
  const text = [draftText(client, to), content].filter((one) => one !== "").join("\n");
  saveDraftLocally(client, to, text);
  void syncDraft(client, to);
}

/** Deletes the draft that is stored on this device. */
export const deleteLocalDraft = ({ me }: Pick<Client, "me">, to: Destination): void =>
  localStorage.removeItem(storageKey(me, to));

/**
 * Moves a draft to another conversation. `isKnownElsewhere`: whether the draft moves because its topic was moved. In
 * that case, the user's other devices receive the same event, and the device with the newer text updates the server.
 */
export async function moveDraft(
  client: Client,
  from: Destination,
  to: Destination,
  isKnownElsewhere: boolean,
): Promise<void> {
  const { me } = client;
  const known = serverDraft(client, from);
  // After a reconnect, the client may receive the event of a move again although it has already moved the draft.
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
    if (!isNew) await waitForEvents(client, MOVE_TIMEOUT_MS, () => !serverDraft(client, from));
    const left = serverDraft(client, from);
    if (left) await updateServerDraft(client, left.id, to, isNew ? text : left.content);
    await waitForEvents(client, EVENT_TIMEOUT_MS, () => serverDraft(client, to)?.id === known.id);
  });
  return syncDraft(client, to);
}

const updateServerDraft = ({ call, now }: Client, id: number, to: Destination, content: string) =>
  call("PATCH", `/drafts/${id}`, { draft: { ...toDraftRecipient(to), content, timestamp: Math.floor(now() / 1000) } });

/**
 * Stores that the server and this device have the same text. Does nothing if the server's text is not the text that is
 * displayed, which is merged from both.
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
    creation: undefined,
  });
}

/**
 * The last sync of each draft. The syncs of a draft run one after the other, so that the draft is not created twice on
 * the server.
 */
const pendingSyncs = new Map<string, Promise<void>>();

/** Runs `act` after the previous sync of the draft. If `act` fails, the text remains stored on this device. */
function enqueueSync({ me }: Client, to: Destination, act: () => Promise<void>): Promise<void> {
  const key = storageKey(me, to);
  const next = (pendingSyncs.get(key) ?? Promise.resolve()).then(act).catch(() => undefined);
  pendingSyncs.set(key, next);
  return next;
}

/**
 * Saves this device's draft on the server, so that the user's other devices receive it. Does nothing if the user has
 * turned off draft synchronization.
 */
export const syncDraft = (client: Client, to: Destination): Promise<void> =>
  enqueueSync(client, to, () => pushDraft(client, to));

/**
 * Syncs a draft whose last text may not have reached the server. First waits for the event with the server's version of
 * the draft: after a reconnect, missed events arrive only after the connection counts as live. If the draft was deleted
 * on another device, it is not created again. Does nothing if the server cannot be reached.
 */
export async function resyncDraft(client: Client, to: Destination): Promise<void> {
  if (!unsyncedDraft(client, to)) return;
  await withDraftLock(storageKey(client.me, to), async () => {
    const local = unsyncedDraft(client, to);
    if (!local) return;
    const isKnown = () => local.draftId === undefined || serverDraftById(client, local.draftId) !== undefined;
    await waitForEvents(client, EVENT_TIMEOUT_MS, isKnown);
    if (isKnown() && unsyncedDraft(client, to)) await syncDraft(client, to);
  });
}

/**
 * Returns the draft stored on this device if the server may not have its text, or may create it without this device
 * knowing. Otherwise returns null.
 */
function unsyncedDraft({ me }: Pick<Client, "me">, to: Destination): LocalDraft | null {
  const local = readLocalDraft(me, to);
  if (!local) return null;
  const { content, synced, creation } = local;
  return creation || (content.trim() !== "" && content !== synced) ? local : null;
}

/**
 * Runs `act` in only one page at a time, because all of the user's pages reconnect at the same time. Over plain HTTP,
 * browsers provide no `navigator.locks`, and `act` runs without a lock.
 */
const withDraftLock = (name: string, act: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, act) : act();

/**
 * Returns the server's draft that corresponds to a draft on this device. On the server, the draft may still belong to
 * the topic before a move, if the page was closed before it could update the server.
 */
const matchingServerDraft = (
  client: DraftClient,
  to: Destination,
  { content, draftId }: LocalDraft,
): Draft | undefined =>
  serverDraft(client, to) ?? (content.trim() === "" ? undefined : serverDraftById(client, draftId));

/** Returns true if the server has the same text and destination as this device. */
function isSynced(client: DraftClient, to: Destination, local: LocalDraft): boolean {
  const known = matchingServerDraft(client, to, local);
  return known ? known.content === local.content && isDraftFor(known, to) : local.content.trim() === "";
}

async function pushDraft(client: Client, to: Destination): Promise<void> {
  const { state, me } = client;
  if (state.get().user_settings?.enable_drafts_synchronization === false) return;
  if (!(await completeCreation(client, to))) return;
  const local = readLocalDraft(me, to);
  if (!local) return;
  const { content } = local;
  const isGone = content.trim() === "";
  if (!isSynced(client, to, local)) {
    if (!isGone) writeLocalDraft(me, to, { ...local, told: content });
    const draftId = await saveToServer(client, to, local, matchingServerDraft(client, to, local));
    if (draftId === null) return;
    writeLocalDraft(me, to, { ...(readLocalDraft(me, to) ?? local), draftId: isGone ? undefined : draftId });
    await waitForEvents(client, EVENT_TIMEOUT_MS, () =>
      isGone ? !serverDraft(client, to) : serverDraft(client, to)?.content === content,
    );
  }
  writeLocalDraft(me, to, { ...(readLocalDraft(me, to) ?? local), synced: isGone ? "" : content, told: undefined });
}

/**
 * Saves the draft on the server, or deletes it there if its text is empty. If another device has saved a text that this
 * device does not know, that text is not overwritten: this device's text becomes a separate draft.
 * @returns the draft's id, or null if the server's draft was not changed.
 */
async function saveToServer(
  client: Client,
  to: Destination,
  local: LocalDraft,
  known: Draft | undefined,
): Promise<number | null> {
  const { call, me, now } = client;
  const isGone = local.content.trim() === "";
  if (known && isGone) {
    if (hasForeignText(local, known.content)) return null;
    const { result } = await call("DELETE", `/drafts/${known.id}`);
    return result === "success" ? known.id : null;
  }
  if (known && !hasForeignText(local, known.content)) {
    const { result } = await updateServerDraft(client, known.id, to, local.content);
    return result === "success" ? known.id : null;
  }
  const timestamp = Math.floor(now() / 1000);
  const creation = { key: createIdempotencyKey(), content: local.content, timestamp };
  writeLocalDraft(me, to, { ...(readLocalDraft(me, to) ?? local), creation });
  return createServerDraft(client, to, creation);
}

/**
 * Creates the draft on the server, unless an earlier request with the same key has created it.
 * @returns the draft's id, or null if the server refuses to create it.
 */
async function createServerDraft(
  { me, callWithKey }: Client,
  to: Destination,
  { key, content, timestamp }: DraftCreation,
): Promise<number | null> {
  const draft = { ...toDraftRecipient(to), content, timestamp };
  const answer = await callWithKey(key)("POST", "/drafts", { drafts: [draft] });
  const draftId = answer.result === "success" ? answer.ids[0] : undefined;
  const local = readLocalDraft(me, to);
  if (local?.creation?.key === key)
    writeLocalDraft(me, to, { ...local, draftId: draftId ?? local.draftId, creation: undefined });
  return draftId ?? null;
}

/**
 * Repeats the request that creates the draft if its response was lost. Then waits for the event with the server's
 * version of the draft.
 * @returns true if the draft still has text to sync. It has none if it was not edited since the first request, or was
 * deleted on another device.
 */
async function completeCreation(client: Client, to: Destination): Promise<boolean> {
  const { me } = client;
  const creation = readLocalDraft(me, to)?.creation;
  if (!creation) return true;
  const draftId = await createServerDraft(client, to, creation);
  if (draftId === null) return true;
  const isKnown = () => serverDraftById(client, draftId) !== undefined;
  await waitForEvents(client, EVENT_TIMEOUT_MS, isKnown);
  const local = readLocalDraft(me, to);
  if (!local || !isKnown()) return false;
  writeLocalDraft(me, to, { ...local, synced: creation.content, told: undefined });
  return local.content !== creation.content;
}

/** Waits until `isMet` returns true, which is checked after each change of the state, or until the timeout. */
const waitForEvents = ({ state }: Client, timeoutMs: number, isMet: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => end(), timeoutMs);
    const stop = state.subscribe(() => isMet() && end());
    if (isMet()) end();
  });
