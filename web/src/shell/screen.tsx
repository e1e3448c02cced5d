import { lazy, Suspense } from "react";
import { isMessagesPlace, type Place } from "../client/routes/route.ts";
import { Conversation } from "../screens/conversation/conversation.tsx";
import { Inbox } from "../screens/inbox/inbox.tsx";
import { Skeleton } from "../base/ui/empty-state.tsx";
import { Mishap } from "../base/ui/error-boundary.tsx";
import { useNavigator } from "../hooks/navigation/navigator.tsx";
import { words } from "../base/words/index.ts";

/** What is shown beside the sidebar: where one is, or the first screen that the person chose. */
export function Screen() {
  const { shown } = useNavigator();
  return (
    <Mishap of={shown}>
      <Suspense fallback={<Coming />}>{screenOf(shown)}</Suspense>
    </Mishap>
  );
}

/** While a screen is on its way. */
const Coming = () => (
  <div role="status" aria-busy aria-label={words.ui.loading}>
    <Skeleton lines={6} />
  </div>
);

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

const Recent = lazy(async () => ({ default: (await import("../screens/recent/recent.tsx")).Recent }));
const Unsent = lazy(async () => ({ default: (await import("../screens/drafts/drafts-screen.tsx")).Unsent }));
const Pages = lazy(async () => ({ default: (await import("../screens/pages.tsx")).Pages }));
