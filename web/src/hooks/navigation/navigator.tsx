import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from "react";
import type { RouteTable } from "../../client/routes/route-table.ts";
import { isSameRoute, type Route } from "../../client/routes/route.ts";
import type { RouteNames } from "../../client/routes/screen-address.ts";
import { channelsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import type { Store } from "../../client/stores/store.ts";
import { HOME_CHANNEL_KEY, homeRoute } from "../../client/replica/selectors/home-route.ts";
import { useClient } from "../context/client-context.tsx";
import { readPersistedChoice } from "../persisted-choice.ts";
import { useClientState } from "../use-store.ts";

/** The current route, and functions that navigate. */
export interface AppNavigator {
  readonly route: Route | null;
  /** The route that is shown: that of the address, or the home route if the address contains none. */
  readonly currentRoute: Route;
  /** The home view that the user has chosen. */
  readonly homeRoute: Route;
  /** Navigates to a route. The browser's back button returns to the previous one. */
  readonly go: (place: Route) => void;
  /** Replaces the current route. The browser's back button skips it. */
  readonly replace: (place: Route) => void;
  /** Returns to the previous route in the client. If there is none, opens the list of conversations. */
  readonly back: () => void;
  readonly hrefOf: (place: Route) => string;
}

/** Address of the list of conversations, which is a separate page on phones. It is not the address of a route. */
const LIST_HASH = "#list";

const NavigatorContext = createContext<AppNavigator | null>(null);

const hashStore: Store<string> = {
  get: () => location.hash,
  subscribe(changed) {
    window.addEventListener("hashchange", changed);
    return () => window.removeEventListener("hashchange", changed);
  },
};

function goBack(): void {
  // Some browsers cannot report the previous history entry. In these browsers, the list of conversations is opened.
  const { navigation } = window as Partial<Pick<Window, "navigation">>;
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  if (before?.sameDocument) history.back();
  else location.hash = LIST_HASH;
}

interface NavigatorProviderProps {
  readonly routes: RouteTable;
  readonly children: ReactNode;
}

/** Makes the navigator available to the components below. Its route is that of the page's address. */
export function NavigatorProvider({ routes, children }: NavigatorProviderProps) {
  const client = useClient();
  const hash = useSyncExternalStore(hashStore.subscribe, hashStore.get);
  const home = useClientState(
    (state) => homeRoute(state, readPersistedChoice<number | null>(HOME_CHANNEL_KEY, null)),
    isSameRoute,
  );
  const navigator = useMemo((): AppNavigator => {
    const names: RouteNames = {
      channel: (id) => channelsById(client.state.get()).get(id)?.name,
      person: (id) => peopleById(client.state.get()).get(id)?.full_name,
    };
    const hrefOf = (to: Route) => routes.format(to, names);
    const route = routes.parse(hash, client.me);
    return {
      route,
      currentRoute: route ?? home,
      homeRoute: home,
      hrefOf,
      go: (to) => (location.hash = hrefOf(to)),
      back: goBack,
      replace: (to) => location.replace(hrefOf(to)),
    };
  }, [hash, home, client, routes]);
  return <NavigatorContext value={navigator}>{children}</NavigatorContext>;
}

export function useNavigator(): AppNavigator {
  const navigator = use(NavigatorContext);
  if (!navigator) throw new Error("There is no navigator above this component.");
  return navigator;
}
