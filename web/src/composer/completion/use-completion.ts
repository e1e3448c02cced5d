import { useCallback, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { channelsById } from "../../replica/selectors/by-id.ts";
import { useClient } from "../../view/client-context.tsx";
import { replaceText } from "../text-edits.ts";
import { type CompletionOption, optionsFor } from "./options.ts";
import { completionAt, type CompletionQuery } from "./query.ts";

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

export function useCompletion(field: RefObject<HTMLTextAreaElement | null>): Completion {
  const { state, topics } = useClient();
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
    if (!query) return setOffer(null);
    const known = state.get();
    if (query.kind === "topic") {
      const channel = [...channelsById(known).values()].find(({ name }) => name === query.channel);
      if (channel) topics.of(channel.stream_id);
    }
    void optionsFor(query, known, (id) => topics.of(id).get()).then((options) => {
      if (asking === asked.current) setOffer(options.length === 0 ? null : { query, options, chosen: 0 });
    });
  }, [field, state, topics]);
  const choose = useCallback(
    ({ insert }: CompletionOption) => {
      const element = field.current;
      if (!element || !offer) return;
      replaceText(element, offer.query.start, element.selectionStart, insert);
      close();
    },
    [field, offer, close],
  );
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!offer || event.nativeEvent.isComposing) return false;
    const count = offer.options.length;
    const option = offer.options[offer.chosen];
    if (event.key === "ArrowDown") setOffer({ ...offer, chosen: (offer.chosen + 1) % count });
    else if (event.key === "ArrowUp") setOffer({ ...offer, chosen: (offer.chosen + count - 1) % count });
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && option) choose(option);
    else if (event.key === "Escape") close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { offer, look, onKeyDown, choose, close };
}
