import { Inbox } from "lucide-react";
import { words } from "../../base/words/index.ts";
import { unreadSummary } from "../../client/replica/selectors/unread/unread.ts";
import { pageAddress } from "../../client/routes/screen-address.ts";
import type { ScreenDescriptor } from "../../hooks/screens/screen.ts";

/** Conversations with unread messages. */
export const inbox: ScreenDescriptor = {
  address: pageAddress("inbox"),
  title: words.screens.inbox.title,
  icon: Inbox,
  links: [{ section: "views", position: 1, count: { of: (state) => unreadSummary(state).count, style: "unread" } }],
  shortcuts: ["i"],
  hiddenShortcuts: ["Shift I"],
  palette: "view",
};
