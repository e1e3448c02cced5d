import { lazy, Suspense } from "react";
import { isMessagesPlace, type Place } from "../places/place.ts";
import { Conversation } from "../screens/conversation/conversation.tsx";
import { Inbox } from "../screens/inbox/inbox.tsx";
import { Recent } from "../screens/recent/recent.tsx";
import { Skeleton } from "../ui/emptiness.tsx";
import { useNavigator } from "../view/use-place.tsx";
import { useKnown } from "../view/use-store.ts";

/** What is shown beside the sidebar: where one is, or the first screen that the person chose. */
export function Screen() {
  const { place } = useNavigator();
  const home = useKnown((state) => state.user_settings?.web_home_view ?? "inbox");
  return <Suspense fallback={<Skeleton lines={6} />}>{screenOf(place ?? homePlace(home))}</Suspense>;
}

/** What the setting `web_home_view` names. */
function homePlace(view: string): Place {
  if (view === "recent_topics" || view === "recent") return { kind: "recent" };
  return view === "all_messages" ? { kind: "all", near: null } : { kind: "inbox" };
}

function screenOf(place: Place) {
  if (isMessagesPlace(place)) return <Conversation place={place} />;
  switch (place.kind) {
    case "inbox":
      return <Inbox />;
    case "recent":
      return <Recent />;
    case "drafts":
    case "scheduled":
    case "reminders":
      return <Unsent which={place.kind} />;
    case "page":
      return <Pages path={place.path} />;
  }
}

const Unsent = lazy(async () => ({ default: (await import("../screens/drafts/unsent.tsx")).Unsent }));
const Pages = lazy(async () => ({ default: (await import("../screens/pages.tsx")).Pages }));
