import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Destination } from "../../../client/outbox/outbox.ts";
import { onConnected } from "../../../client/connection/on-connected.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { draftText, draftDestination, syncDraft, saveDraftLocally, adoptServerDraft, resyncDraft } from "./drafts.ts";
import { onLocalDraftChange } from "./draft-storage.ts";

/**
 * Times in milliseconds without a key press, after which a draft is stored on this device, and after which it is synced
 * to the server.
 */
const LOCAL_SAVE_DELAY_MS = 300;
const SYNC_DELAY_MS = 2_500;

interface DraftOptions {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly to: Destination;
  readonly isNew: boolean;
  /** Replaces the text of the field. */
  readonly setText: (text: string) => void;
}

/**
 * Restores the draft of a destination. Saves the text after each pause in typing, and when the user leaves. Shows
 * changes from other devices unless the field contains unsaved text.
 */
export function useDraft({ field, to, isNew, setText }: DraftOptions) {
  const client = useClient();
  const [isSaved, setSaved] = useState(false);
  const key = JSON.stringify(draftDestination({ to, isNew }));
  const place = useMemo(() => JSON.parse(key) as Destination, [key]);
  const topic = isNew && to.kind === "topic" ? to.topic : undefined;
  const current = useRef({ topic, put: setText });
  useEffect(() => {
    current.current = { topic, put: setText };
  });
  const timers = useRef<readonly ReturnType<typeof setTimeout>[]>([]);
  const savedText = useRef("");
  const save = useMemo(() => {
    const here = () => {
      const text = field.current?.value ?? savedText.current;
      savedText.current = text;
      saveDraftLocally(client, place, text, current.current.topic);
    };
    const everywhere = () => void syncDraft(client, place);
    return { here, everywhere };
  }, [client, place, field]);
  const saveDraft = () => {
    for (const timer of timers.current) clearTimeout(timer);
    setSaved(false);
    const here = () => {
      save.here();
      setSaved(true);
    };
    if (field.current?.value !== "") {
      timers.current = [setTimeout(here, LOCAL_SAVE_DELAY_MS), setTimeout(save.everywhere, SYNC_DELAY_MS)];
      return;
    }
    timers.current = [];
    here();
    save.everywhere();
  };
  useEffect(() => {
    if (savedText.current !== "") save.here();
  }, [topic, save]);
  useShowSyncedDraft(field, place, savedText, current);
  useResyncOnConnect(place);
  useSaveOnLeave(field, save, timers);
  return { saveDraft, isSaved };
}

/** Shows the stored draft. Also shows changes of the draft on other devices, unless the field contains unsaved text. */
function useShowSyncedDraft(
  field: RefObject<HTMLTextAreaElement | null>,
  place: Destination,
  savedTextRef: RefObject<string>,
  currentRef: RefObject<{ readonly put: (text: string) => void }>,
): void {
  const client = useClient();
  useEffect(() => {
    const show = () => {
      const text = draftText(client, place);
      if (!field.current || field.current.value !== savedTextRef.current || text === savedTextRef.current) return;
      savedTextRef.current = text;
      adoptServerDraft(client, place);
      currentRef.current.put(text);
    };
    show();
    let drafts = client.state.get().drafts;
    const stop = client.state.subscribe(() => {
      const now = client.state.get().drafts;
      if (now === drafts) return;
      drafts = now;
      show();
    });
    const stopHere = onLocalDraftChange(show);
    return () => {
      stop();
      stopHere();
    };
  }, [client, place, field, savedTextRef, currentRef]);
}

/** Syncs the draft when the connection is established, because earlier text may not have reached the server. */
function useResyncOnConnect(place: Destination): void {
  const client = useClient();
  useEffect(() => {
    const again = () => void resyncDraft(client, place);
    const isLive = client.status.get().phase === "live";
    if (isLive) again();
    return onConnected(client, again, isLive);
  }, [client, place]);
}

/** Saves the latest text when the page is closed or the composer is unmounted before the next pause in typing. */
function useSaveOnLeave(
  field: RefObject<HTMLTextAreaElement | null>,
  { here, everywhere }: { readonly here: () => void; readonly everywhere: () => void },
  timersRef: RefObject<readonly ReturnType<typeof setTimeout>[]>,
): void {
  useLayoutEffect(() => {
    const element = field.current;
    const flush = () => {
      if (timersRef.current.length === 0 || !element) return;
      for (const timer of timersRef.current) clearTimeout(timer);
      timersRef.current = [];
      here();
      everywhere();
    };
    window.addEventListener("pagehide", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [field, here, everywhere, timersRef]);
}
