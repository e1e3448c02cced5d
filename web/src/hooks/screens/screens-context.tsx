import { createContext, use, useMemo } from "react";
import type { Route } from "../../client/routes/route.ts";
import { type ScreenCount, type ScreenDescriptor, type ScreenLink, screenRoute } from "./screen.ts";
import { useClient } from "../context/client-context.tsx";

const ScreensContext = createContext<readonly ScreenDescriptor[]>([]);

/** Provides the descriptors of all screens to the components below. */
export const ScreensProvider = ScreensContext;

/** Returns the descriptors of all screens. */
export const useScreens = (): readonly ScreenDescriptor[] => use(ScreensContext);

/** A link with its defaults filled in, and the route that it leads to. */
export interface ResolvedLink extends Required<Pick<ScreenLink, "title" | "icon" | "isShown">> {
  readonly count?: ScreenCount;
  readonly route: Route;
}

const isAlwaysShown = () => true;

/** Returns the links of a section of the sidebar or its menus, in order. */
export function useScreenLinks(section: ScreenLink["section"]): readonly ResolvedLink[] {
  const screens = useScreens();
  const { me } = useClient();
  return useMemo(
    () =>
      screens
        .flatMap((screen) => (screen.links ?? []).map((link) => ({ screen, link })))
        .filter(({ link }) => link.section === section)
        .toSorted((a, b) => a.link.position - b.link.position)
        .map(({ screen, link }) => ({
          title: screen.title,
          icon: screen.icon,
          isShown: isAlwaysShown,
          ...link,
          route: screenRoute(screen, me, link.path?.(me)),
        })),
    [screens, section, me],
  );
}
