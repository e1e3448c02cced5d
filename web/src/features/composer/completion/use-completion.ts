import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import type { Client } from "../../../client/connection/client.ts";
import type { Destination } from "../../../client/outbox/outbox.ts";
import { narrowOf, conversationRoute } from "../../../client/routes/route.ts";
import type { Store } from "../../../client/stores/store.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { replaceText } from "../text-edits.ts";
import type { CompletionOption, MaybePromise, OptionSource, findCompletionOptions } from "./completion-options.ts";
import { completionQueryAt, type CompletionQuery, isSameQuery } from "./completion-query.ts";

type Options = readonly CompletionOption[];

/** The function that finds suggestions. Undefined until its code is loaded. */
let loadedFinder: typeof findCompletionOptions | undefined;

/**
 * Returns the suggestions for a query. Returns them synchronously if all data is loaded, so that the next key press
 * already applies to them. If something cannot be loaded, there are no suggestions.
 */
function findOptions(query: CompletionQuery, source: OptionSource): MaybePromise<Options> {
  const options = loadedFinder ? loadedFinder(query, source) : loadAndFind(query, source);
  return options instanceof Promise ? options.catch(() => []) : options;
}

async function loadAndFind(query: CompletionQuery, source: OptionSource): Promise<Options> {
  ({ findCompletionOptions: loadedFinder } = await import("./completion-options.ts"));
  return loadedFinder(query, source);
}

/** DOM id of the suggestion list. The text field refers to it for screen readers. */
export const LIST_ID = "composer-suggestions";
export const optionId = (index: number): string => `${LIST_ID}-${index}`;

interface CompletionOffer {
  readonly query: CompletionQuery;
  readonly options: readonly CompletionOption[];
  readonly chosen: number;
}

/**
 * A query whose suggestions are still loading. `deferredKey`: the key that the user has already pressed to choose the
 * first suggestion.
 */
interface PendingQuery {
  readonly query: CompletionQuery;
  deferredKey: "Enter" | "Tab" | null;
}

/** The suggestions for the text before the caret, and functions that control the list. */
export interface Completion {
  readonly offer: CompletionOffer | null;
  /** Must be called after each change of the text or the caret. */
  readonly update: () => void;
  /** Returns true if the key was handled by the suggestion list. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  readonly choose: (option: CompletionOption) => void;
  readonly close: () => void;
}

type Field = RefObject<HTMLTextAreaElement | null>;

export function useCompletion(field: Field, to: Destination): Completion {
  const { offer, latestRef, pendingRef, show } = useOffer();
  const sourceNow = useOptionSource(to);
  const close = useCallback(() => show(null), [show]);
  const choose = useCallback(
    ({ insert }: CompletionOption) => {
      const element = field.current;
      const query = latestRef.current?.query;
      if (!element || !query) return;
      close();
      replaceText(element, query.start, element.selectionStart, insert);
    },
    [field, latestRef, close],
  );
  const update = useCallback(() => {
    const { value = "", selectionStart = 0 } = field.current ?? {};
    const query = completionQueryAt(value, selectionStart);
    // The text can also change without the user typing, when a draft is restored. No suggestions are shown then.
    if (!query || document.activeElement !== field.current) return show(null);
    const known = pendingRef.current ?? latestRef.current;
    if (known && isSameQuery(known.query, query)) return undefined;
    const found = findOptions(query, sourceNow());
    if (!(found instanceof Promise)) return show(createOffer(query, found));
    show(null);
    const pendingQuery: PendingQuery = { query, deferredKey: null };
    pendingRef.current = pendingQuery;
    void found.then((options) => {
      if (pendingRef.current !== pendingQuery) return;
      show(createOffer(query, options));
      if (pendingQuery.deferredKey === null) return;
      if (options[0]) choose(options[0]);
      else if (field.current) replayKey(field.current, pendingQuery.deferredKey);
    });
    return undefined;
  }, [field, latestRef, pendingRef, show, sourceNow, choose]);
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing || !(latestRef.current ?? pendingRef.current)) return false;
    // The query is computed again here, because the browser has not reported the latest movement of the caret yet.
    update();
    const act = latestRef.current
      ? keyAction(event, latestRef.current, { setOffer: show, choose, close })
      : deferKey(event, pendingRef.current);
    if (!act) return false;
    act();
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { offer, update, onKeyDown, choose, close };
}

/**
 * The state of the suggestion list. It exists twice: `offer` is for rendering. `latestRef` is for key handlers, because
 * a key press can occur before React has rendered the last change.
 */
function useOffer() {
  const [offer, setOffer] = useState<CompletionOffer | null>(null);
  const latestRef = useRef<CompletionOffer | null>(null);
  const pendingRef = useRef<PendingQuery | null>(null);
  const show = useCallback((next: CompletionOffer | null): void => {
    latestRef.current = next;
    pendingRef.current = null;
    setOffer(next);
  }, []);
  return { offer, latestRef, pendingRef, show };
}

/** Returns a function that returns the data from which suggestions are made, as it is at the time of the call. */
function useOptionSource(to: Destination): () => OptionSource {
  const client = useClient();
  const current = useRef(to);
  useEffect(() => {
    current.current = to;
  });
  return useCallback(
    () => ({
      state: client.state.get(),
      topicsOf: (id: number) => loaded(client.topics.topicsOf(id)),
      participantIds: participantIds(client, current.current),
    }),
    [client],
  );
}

const createOffer = (query: CompletionQuery, options: readonly CompletionOption[]): CompletionOffer | null =>
  options.length === 0 ? null : { query, options, chosen: 0 };

/**
 * Returns a function that defers Enter or Tab until the suggestions are loaded: without it, a user who types fast would
 * send `@name` as plain text. Returns null for topics, because loading them takes a request to the server, and for
 * other keys.
 */
function deferKey({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, pendingQuery: PendingQuery | null) {
  if (!pendingQuery || pendingQuery.query.kind === "topic" || shiftKey || ctrlKey || metaKey) return null;
  if (key !== "Enter" && key !== "Tab") return null;
  return () => {
    pendingQuery.deferredKey = key;
  };
}

/**
 * Performs the normal action of a deferred key, because the query has no suggestions: Enter sends the message or adds a
 * line. Tab does not move the focus.
 */
function replayKey(field: HTMLTextAreaElement, key: "Enter" | "Tab"): void {
  const isUnused = field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  if (isUnused && key === "Enter") replaceText(field, field.selectionStart, field.selectionEnd, "\n");
}

interface KeyContext extends Pick<Completion, "choose" | "close"> {
  readonly setOffer: (offer: CompletionOffer) => void;
}

/** Returns the action of a key while suggestions are shown, or null if the key has no special action. */
function keyAction({ key, shiftKey }: KeyboardEvent, offer: CompletionOffer, { setOffer, choose, close }: KeyContext) {
  const { query, options, chosen } = offer;
  const { length: count } = options;
  const option = options[chosen];
  if (key === "ArrowDown") return () => setOffer({ ...offer, chosen: (chosen + 1) % count });
  if (key === "ArrowUp") return () => setOffer({ ...offer, chosen: (chosen + count - 1) % count });
  if (key === "Escape") return close;
  if (!option) return null;
  if ((key === "Enter" || key === "Tab") && !shiftKey) return () => choose(option);
  // Typing `>` after a channel's name inserts the channel and continues with the suggestions for its topics.
  const insert = `#**${option.text}>`;
  return key === ">" && query.kind === "channel" ? () => choose({ ...option, insert }) : null;
}

/** Returns the value of a store. Returns a promise while the value is null, which means that it is being loaded. */
function loaded<T>(store: Store<T | null>): MaybePromise<T> {
  const value = store.get();
  if (value !== null) return value;
  return new Promise((resolve) => {
    const stop = store.subscribe(() => {
      const now = store.get();
      if (now === null) return;
      stop();
      resolve(now);
    });
  });
}

/**
 * Returns the ids of the users who participate in a conversation, as far as its messages are loaded. They are suggested
 * first because they are mentioned most often.
 */
function participantIds({ messages }: Client, to: Destination): ReadonlySet<number> {
  const { ids } = messages.window(narrowOf(conversationRoute(to))).get();
  const senders = ids.flatMap((id) => messages.message(id).get()?.sender_id ?? []);
  return new Set(to.kind === "direct" ? [...to.userIds, ...senders] : senders);
}
