import { lazy, Suspense } from "react";
import { isMessagesRoute, type Route } from "../client/routes/route.ts";
import { Conversation } from "../screens/conversation/conversation.tsx";
import { Inbox } from "../screens/inbox/inbox.tsx";
import { Skeleton } from "../base/ui/empty-state.tsx";
import { ErrorBoundary } from "../base/ui/error-boundary.tsx";
import { useNavigator } from "../hooks/navigation/navigator.tsx";
import { words } from "../base/words/index.ts";

/** What is shown beside the sidebar: where one is, or the first screen that the person chose. */
export function Screen() {
  const { currentRoute } = useNavigator();
  return (
    <ErrorBoundary resetKey={currentRoute}>
      <Suspense fallback={<LoadingScreen />}>{screenFor(currentRoute)}</Suspense>
    </ErrorBoundary>
  );
}

/** While a screen is on its way. */
const LoadingScreen = () => (
  <div role="status" aria-busy aria-label={words.ui.loading}>
    <Skeleton lines={6} />
  </div>
);

function screenFor(place: Route) {
  if (isMessagesRoute(place)) return <Conversation place={place} />;
  switch (place.kind) {
    case "inbox":
      return <Inbox />;
    case "recent":
      return <Recent />;
    case "drafts":
    case "scheduled":
    case "reminders":
      return <DraftsScreen which={place.kind} />;
    case "page":
      return <Pages path={place.path} />;
  }
}

const Recent = lazy(async () => ({ default: (await import("../screens/recent/recent.tsx")).Recent }));
const DraftsScreen = lazy(async () => ({
  default: (await import("../screens/drafts/drafts-screen.tsx")).DraftsScreen,
}));
const Pages = lazy(async () => ({ default: (await import("../screens/pages.tsx")).Pages }));
