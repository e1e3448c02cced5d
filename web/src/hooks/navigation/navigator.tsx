import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { addressOf, type Names, placeAt } from "../../client/routes/route-address.ts";
import { isSamePlace, type Place } from "../../client/routes/route.ts";
import { channelsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import type { Store } from "../../client/stores/store.ts";
import { HOME_CHANNEL, homeOf } from "../../client/replica/selectors/home-route.ts";
import { useClient } from "../context/client-context.tsx";
import { keptChoice } from "../persisted-choice.ts";
import { useKnown } from "../use-store.ts";

/** Where the page is, and the ways to somewhere else. */
export interface Navigator {
  readonly place: Place | null;
  /** What is shown: where the address names nothing, the first screen that the person chose. */
  readonly shown: Place;
  /** The first screen that the person chose. */
  readonly home: Place;
  /** Goes somewhere; the browser's own way back leads to where one was. */
  readonly go: (place: Place) => void;
  /** Goes there instead of here: the way back leads to what was before. */
  readonly replace: (place: Place) => void;
  /** Goes to where one came from, within the client; who came from elsewhere, to the list of conversations. */
  readonly back: () => void;
  readonly hrefOf: (place: Place) => string;
}

/** On a phone the list of conversations is a page of its own: an address that names no place. */
const LIST = "#list";

const Context = createContext<Navigator | null>(null);

const address: Store<string> = {
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
  else location.hash = LIST;
}

/** Follows the page's address. */
export function NavigatorProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const hash = useSyncExternalStore(address.subscribe, address.get);
  const home = useKnown((state) => homeOf(state, keptChoice<number | null>(HOME_CHANNEL, null)), isSamePlace);
  const navigator = useMemo((): Navigator => {
    const names: Names = {
      channel: (id) => channelsById(client.state.get()).get(id)?.name,
      person: (id) => peopleById(client.state.get()).get(id)?.full_name,
    };
    const hrefOf = (to: Place) => addressOf(to, names);
    const place = placeAt(hash, client.me);
    return {
      place,
      shown: place ?? home,
      home,
      hrefOf,
      go: (to) => (location.hash = hrefOf(to)),
      back: goBack,
      replace: (to) => location.replace(hrefOf(to)),
    };
  }, [hash, home, client]);
  return <Context value={navigator}>{children}</Context>;
}

export function useNavigator(): Navigator {
  const navigator = use(Context);
  if (!navigator) throw new Error("There is no navigator above this component.");
  return navigator;
}
