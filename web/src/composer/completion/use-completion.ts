import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import type { Client } from "../../connection/client.ts";
import type { Destination } from "../../connection/outbox.ts";
import { narrowOf, placeOf } from "../../places/place.ts";
import type { Store } from "../../replica/store.ts";
import { useClient } from "../../view/client-context.tsx";
import { replaceText } from "../text-edits.ts";
import type { CompletionOption, OptionSource } from "./options.ts";
import { completionAt, type CompletionQuery } from "./query.ts";

/** Names the list for the field that it completes. */
export const LIST_ID = "composer-suggestions";
export const optionId = (index: number): string => `${LIST_ID}-${index}`;

interface Offer {
  readonly query: CompletionQuery;
  readonly options: readonly CompletionOption[];
  readonly chosen: number;
}

/** Offers to complete what is being written. */
export interface Completion {
  readonly offer: Offer | null;
  /** After each change of the text or the caret. */
  readonly look: () => void;
  /** Whether a key was meant for the offer. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  readonly choose: (option: CompletionOption) => void;
  readonly close: () => void;
}

export function useCompletion(field: RefObject<HTMLTextAreaElement | null>, to: Destination): Completion {
  const client = useClient();
  const { state, topics } = client;
  const current = useRef(to);
  useEffect(() => {
    current.current = to;
  });
  const [offer, setOffer] = useState<Offer | null>(null);
  const asked = useRef(0);
  const close = useCallback(() => {
    asked.current += 1;
    setOffer(null);
  }, []);
  const look = useCallback(() => {
    const { value = "", selectionStart = 0 } = field.current ?? {};
    const query = completionAt(value, selectionStart);
    asked.current += 1;
    const asking = asked.current;
    // A draft that comes back is put into the field too, without anybody who writes in it.
    if (!query || document.activeElement !== field.current) return setOffer(null);
    const topicsOf = (id: number) => loaded(topics.of(id));
    const source = { state: state.get(), topicsOf, near: nearIn(client, current.current) };
    void optionsLate(query, source).then((options) => {
      if (asking === asked.current) setOffer(options.length === 0 ? null : { query, options, chosen: 0 });
    });
  }, [field, client, state, topics]);
  const choose = useCallback(
    ({ insert }: CompletionOption) => {
      const element = field.current;
      if (!element || !offer) return;
      close();
      replaceText(element, offer.query.start, element.selectionStart, insert);
    },
    [field, offer, close],
  );
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!offer || event.nativeEvent.isComposing) return false;
    const act = actFor(event, offer, { setOffer, choose, close });
    if (!act) return false;
    act();
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { offer, look, onKeyDown, choose, close };
}

interface Acts extends Pick<Completion, "choose" | "close"> {
  readonly setOffer: (offer: Offer) => void;
}

/** What a key does with an offer; null: nothing. */
function actFor({ key, shiftKey }: KeyboardEvent, offer: Offer, { setOffer, choose, close }: Acts) {
  const { query, options, chosen } = offer;
  const { length: count } = options;
  const option = options[chosen];
  if (key === "ArrowDown") return () => setOffer({ ...offer, chosen: (chosen + 1) % count });
  if (key === "ArrowUp") return () => setOffer({ ...offer, chosen: (chosen + count - 1) % count });
  if (key === "Escape") return close;
  if (!option) return null;
  if ((key === "Enter" || key === "Tab") && !shiftKey) return () => choose(option);
  // A channel's name goes on with its topics.
  const insert = `#**${option.text}>`;
  return key === ">" && query.kind === "channel" ? () => choose({ ...option, insert }) : null;
}

/** What fits, once what finds it has come; without a network, perhaps nothing. */
async function optionsLate(query: CompletionQuery, source: OptionSource): Promise<readonly CompletionOption[]> {
  try {
    return await (await import("./options.ts")).optionsFor(query, source);
  } catch {
    return [];
  }
}

/** What a store holds, once it has come. */
const loaded = <T>(store: Store<T | null>): Promise<T> =>
  new Promise((resolve) => {
    const value = store.get();
    if (value !== null) return resolve(value);
    const stop = store.subscribe(() => {
      const now = store.get();
      if (now === null) return;
      stop();
      resolve(now);
    });
  });

/** Who takes part in a conversation, as far as its messages are here: those are meant more often than others. */
function nearIn({ messages }: Client, to: Destination): ReadonlySet<number> {
  const { ids } = messages.window(narrowOf(placeOf(to))).get();
  const senders = ids.flatMap((id) => messages.message(id).get()?.sender_id ?? []);
  return new Set(to.kind === "direct" ? [...to.userIds, ...senders] : senders);
}
