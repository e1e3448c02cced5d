import { AtSign, MessagesSquare, Search, SmilePlus, Star } from "lucide-react";
import type { MessagesPlace } from "../places/place.ts";
import { Emptiness } from "../ui/emptiness.tsx";
import { words } from "../words/index.ts";

/** What a list says that has no messages. */
export function EmptyList({ place }: { place: MessagesPlace }) {
  const { icon: Icon, title, more } = saying(place);
  return (
    <Emptiness icon={<Icon size={30} aria-hidden />} title={title}>
      {more}
    </Emptiness>
  );
}

function saying({ kind }: MessagesPlace) {
  const { list } = words;
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
