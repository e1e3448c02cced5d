// The screens that show a list of messages. The component of all of them is `Conversation`.
import { AtSign, Layers, MessagesSquare, SmilePlus, Star } from "lucide-react";
import { words } from "../../base/words/index.ts";
import { unreadSummary } from "../../client/replica/selectors/unread/unread.ts";
import { narrowAddress } from "../../client/routes/narrow-address.ts";
import { feedAddress } from "../../client/routes/screen-address.ts";
import type { ScreenDescriptor } from "../../hooks/screens/screen.ts";

/** Topics, direct messages, channels and searches. */
export const conversation: ScreenDescriptor = {
  address: narrowAddress,
  title: words.shell.conversations,
  icon: MessagesSquare,
};

export const feed: ScreenDescriptor = {
  address: feedAddress("feed", "all"),
  title: words.screens.feed.title,
  icon: Layers,
  links: [{ section: "views", position: 3 }],
  shortcuts: ["a"],
  palette: "view",
};

export const mentions: ScreenDescriptor = {
  address: feedAddress("mentions", "mentions"),
  title: words.screens.mentions.title,
  icon: AtSign,
  links: [
    {
      section: "views",
      position: 4,
      count: { of: (state) => unreadSummary(state).mentionIds.size, style: "mentions" },
    },
  ],
  shortcuts: ["@"],
  palette: "view",
};

export const starred: ScreenDescriptor = {
  address: feedAddress("starred", "starred"),
  title: words.screens.starred.title,
  icon: Star,
  links: [{ section: "views", position: 5 }],
  shortcuts: ["*"],
  palette: "view",
};

/** The user's own messages that other users have reacted to. */
export const reactions: ScreenDescriptor = {
  address: feedAddress("reactions", "reactions"),
  title: words.screens.reactions.title,
  icon: SmilePlus,
  links: [{ section: "views", position: 7 }],
};
