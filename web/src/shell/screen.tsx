import { type ComponentType, lazy, Suspense } from "react";
import { isMessagesRoute, type Route } from "../client/routes/route.ts";
import { Conversation } from "../screens/conversation/conversation.tsx";
import { Inbox } from "../screens/inbox/inbox.tsx";
import { inbox } from "../screens/inbox/index.ts";
import { screens } from "../screens/index.ts";
import { Skeleton } from "../base/ui/empty-state.tsx";
import { ErrorBoundary } from "../base/ui/error-boundary.tsx";
import { useNavigator } from "../hooks/navigation/navigator.tsx";
import { isRouteOf, type ScreenLoader, type ScreenProps } from "../hooks/screens/screen.ts";
import { words } from "../base/words/index.ts";

/** The screen next to the sidebar. Its content depends on the current route. */
export function Screen() {
  const { currentRoute } = useNavigator();
  return (
    <ErrorBoundary resetKey={currentRoute}>
      <Suspense fallback={<LoadingScreen />}>{screenFor(currentRoute)}</Suspense>
    </ErrorBoundary>
  );
}

/** Shown while a screen is loading. */
const LoadingScreen = () => (
  <div role="status" aria-busy aria-label={words.ui.loading}>
    <Skeleton lines={6} />
  </div>
);

function screenFor(place: Route) {
  if (isMessagesRoute(place)) return <Conversation place={place} />;
  const screen = screens.find((one) => isRouteOf(place, one));
  if (screen === inbox) return <Inbox />;
  const Component = screen?.load && components.get(screen.load);
  return Component ? <Component path={place.path} /> : <UnknownPage />;
}

const UnknownPage = lazy(async () => ({ default: (await import("./unknown-page.tsx")).UnknownPage }));

/** The components that are not part of the first script, by the function that loads them. */
const components: ReadonlyMap<ScreenLoader, ComponentType<ScreenProps>> = new Map(
  [...new Set(screens.flatMap(({ load }) => load ?? []))].map((load) => [
    load,
    lazy(async () => ({ default: await load() })),
  ]),
);
