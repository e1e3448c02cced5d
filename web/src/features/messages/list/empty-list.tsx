import { AtSign, MessagesSquare, Search, SmilePlus, Star } from "lucide-react";
import type { MessagesPlace } from "../../../client/routes/route.ts";
import type { Narrow } from "../../../client/routes/narrow.ts";
import { Emptiness } from "../../../base/ui/empty-state.tsx";
import { PlaceLink } from "../../../hooks/navigation/route-link.tsx";
import { words } from "../../../base/words/index.ts";

/** What a list says that has no messages. */
export function EmptyList({ place }: { place: MessagesPlace }) {
  const { icon: Icon, title, more } = saying(place);
  const everywhere = place.kind === "search" ? withoutConversation(place.narrow) : null;
  return (
    <Emptiness icon={<Icon size={30} aria-hidden />} title={title}>
      {more}
      {everywhere && (
        <p>
          <PlaceLink to={{ kind: "search", narrow: everywhere, near: null }}>{words.list.searchEverywhere}</PlaceLink>
        </p>
      )}
    </Emptiness>
  );
}

const OF_CONVERSATION = new Set(["channel", "topic", "dm"]);

/** The same search in all conversations, for who began it in one; null where that is not so. */
function withoutConversation(narrow: Narrow): Narrow | null {
  const others = narrow.filter(({ operator, negated = false }) => negated || !OF_CONVERSATION.has(operator));
  return others.length > 0 && others.length < narrow.length ? others : null;
}

function saying({ kind }: MessagesPlace) {
  const list = words.list;
  switch (kind) {
    case "topic":
      return { icon: MessagesSquare, title: list.emptyTopic, more: list.emptyTopicMore };
    case "direct":
      return { icon: MessagesSquare, title: list.emptyDirect, more: list.emptyDirectMore };
    case "search":
      return { icon: Search, title: list.emptySearch, more: list.emptySearchMore };
    case "starred":
      return { icon: Star, title: list.emptyStarred, more: list.emptyStarredMore };
    case "mentions":
      return { icon: AtSign, title: list.emptyMentions, more: list.emptyMentionsMore };
    case "reactions":
      return { icon: SmilePlus, title: list.emptyReactions, more: list.emptyReactionsMore };
    case "all":
    case "channel":
      return { icon: MessagesSquare, title: list.empty, more: list.emptyMore };
  }
}
