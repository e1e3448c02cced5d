import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { addressOf, type Names, placeAt } from "../places/addresses.ts";
import type { Place } from "../places/place.ts";
import { channelsById, peopleById } from "../replica/selectors/by-id.ts";
import type { Store } from "../replica/store.ts";
import { useClient } from "./client-context.tsx";

/** Where the page is, and the ways to somewhere else. */
export interface Navigator {
  readonly place: Place | null;
  /** Goes somewhere; the browser's own way back leads to where one was. */
  readonly go: (place: Place) => void;
  /** Goes there instead of here: the way back leads to what was before. */
  readonly replace: (place: Place) => void;
  readonly hrefOf: (place: Place) => string;
}

const Context = createContext<Navigator | null>(null);

const address: Store<string> = {
  get: () => location.hash,
  subscribe(changed) {
    window.addEventListener("hashchange", changed);
    return () => window.removeEventListener("hashchange", changed);
  },
};

/** Follows the page's address. */
export function NavigatorProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const hash = useSyncExternalStore(address.subscribe, address.get);
  const navigator = useMemo((): Navigator => {
    const names: Names = {
      channel: (id) => channelsById(client.state.get()).get(id)?.name,
      person: (id) => peopleById(client.state.get()).get(id)?.full_name,
    };
    const hrefOf = (place: Place) => addressOf(place, names);
    return {
      place: placeAt(hash, client.me),
      hrefOf,
      go: (place) => (location.hash = hrefOf(place)),
      replace: (place) => location.replace(hrefOf(place)),
    };
  }, [hash, client]);
  return <Context value={navigator}>{children}</Context>;
}

export function useNavigator(): Navigator {
  const navigator = use(Context);
  if (!navigator) throw new Error("There is no navigator above this component.");
  return navigator;
}
