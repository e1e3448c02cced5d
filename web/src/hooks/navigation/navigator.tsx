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

/** Where the page is, and the ways to somewhere else. */
export interface AppNavigator {
  readonly route: Route | null;
  /** What is shown: where the address names nothing, the first screen that the person chose. */
  readonly currentRoute: Route;
  /** The first screen that the person chose. */
  readonly homeRoute: Route;
  /** Goes somewhere; the browser's own way back leads to where one was. */
  readonly go: (place: Route) => void;
  /** Goes there instead of here: the way back leads to what was before. */
  readonly replace: (place: Route) => void;
  /** Goes to where one came from, within the client; who came from elsewhere, to the list of conversations. */
  readonly back: () => void;
  readonly hrefOf: (place: Route) => string;
}

/** On a phone the list of conversations is a page of its own: an address that names no place. */
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
  // Browsers that do not tell where one came from lead to the list.
  const { navigation } = window as Partial<Pick<Window, "navigation">>;
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  if (before?.sameDocument) history.back();
  else location.hash = LIST_HASH;
}

interface NavigatorProviderProps {
  readonly routes: RouteTable;
  readonly children: ReactNode;
}

/** Follows the page's address. */
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
