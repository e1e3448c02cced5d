import { useMemo } from "react";
import { useClient } from "../../hooks/context/client-context.tsx";
import { useStore } from "../../hooks/use-store.ts";
import { constant } from "../../client/stores/writable-store.ts";
import type { KnownTopic } from "../../client/replica/channel-topics.ts";
import { namesIn } from "./search-names.ts";
import { searchOptions, type SearchOption } from "./search-suggestions.ts";
import { partsOf } from "./search-query.ts";

/** What a search could go on with; topics are asked for when the search names their channel. */
export function useSearchOptions(text: string, caret: number, isOpen: boolean): readonly SearchOption[] {
  const { state, topics, me } = useClient();
  const channelId = useMemo(() => {
    const parts = partsOf(text);
    const channel = parts.find(({ operator }) => operator === "channel");
    const isAsked = isOpen && channel && parts.some(({ operator }) => operator === "topic");
    return isAsked ? namesIn(state.get(), me).channelId(channel.value) : undefined;
  }, [text, isOpen, state, me]);
  const known = useStore(channelId === undefined ? unknown : topics.of(channelId));
  return useMemo(() => {
    if (!isOpen) return [];
    const all = state.get();
    return searchOptions({ text, caret, state: all, names: namesIn(all, me), topicsOf: () => known });
  }, [text, caret, isOpen, state, me, known]);
}

const unknown = constant<readonly KnownTopic[] | null>(null);
