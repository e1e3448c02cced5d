import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { State } from "@parlance/contract/state/index.ts";
import type { Route } from "../../client/routes/route.ts";
import type { ScreenAddress } from "../../client/routes/screen-address.ts";

/** The properties of the component of a screen. */
export interface ScreenProps {
  /** The parts of its address, the first of which names the screen. */
  readonly path: readonly string[];
}

/** Loads the component of a screen. */
export type ScreenLoader = () => Promise<ComponentType<ScreenProps>>;

/** A link to a screen, in the sidebar or in one of its menus. */
export interface ScreenLink {
  /** `views`: the list at the top. `settings`, `browse`: parts of the organization menu. `account`: the account menu. */
  readonly section: "views" | "settings" | "browse" | "account";
  /** The links of a section are in ascending order of their positions. */
  readonly position: number;
  /** Default: the title of the screen. */
  readonly title?: string;
  /** Default: the icon of the screen. */
  readonly icon?: LucideIcon;
  /** Returns the parts of the address after the screen's prefix. Default: none. */
  readonly path?: (me: number) => readonly string[];
  /** Whether the link is shown. Default: always. */
  readonly isShown?: (state: State) => boolean;
  /** The number beside the link, in the section `views`. */
  readonly count?: ScreenCount;
}

/** A number beside a link; none while it is 0. */
export interface ScreenCount {
  readonly of: (state: State) => number;
  /** `unread` and `mentions`: a badge; `plain`: just the number. */
  readonly style: "unread" | "mentions" | "plain";
}

/** A page within a screen, as the command palette lists it. */
export interface ScreenPage {
  /** The parts of its address after the screen's prefix. */
  readonly path: readonly string[];
  readonly title: string;
  /** Further words by which the palette finds the page. */
  readonly keywords?: string;
}

/** Description of a screen. Routes, sidebar, menus, command palette and keyboard shortcuts are made from it. */
export interface ScreenDescriptor {
  readonly address: ScreenAddress;
  readonly title: string;
  readonly icon: LucideIcon;
  /** Absent: the component is part of the first script (`shell/screen.tsx`). */
  readonly load?: ScreenLoader;
  readonly links?: readonly ScreenLink[];
  /** Keys that open the screen, as `keyName()` names them. */
  readonly shortcuts?: readonly string[];
  /** Further keys, which the list of shortcuts does not show. */
  readonly hiddenShortcuts?: readonly string[];
  /** How the command palette lists the screen: with the views, or with the pages. Absent: not at all. */
  readonly palette?: "view" | "page";
  /** Further words by which the command palette finds the screen. */
  readonly keywords?: string;
  /** Loads the list of pages within the screen, for the command palette. */
  readonly loadPages?: () => Promise<readonly ScreenPage[]>;
}

/**
 * Returns the route to a screen. `path`: the parts of the address after the screen's prefix, encoded as in addresses.
 */
export const screenRoute = ({ address }: ScreenDescriptor, me: number, path: readonly string[] = []): Route =>
  address.parse(path, me) ?? { kind: "page", path: [address.prefix, ...path] };

/** Whether a route leads to a screen. */
export const isRouteOf = (route: Route, { address }: ScreenDescriptor): boolean =>
  route.kind === "page" ? route.path[0] === address.prefix : address.kinds.includes(route.kind);

/** A screen with the pages within it that the command palette lists. */
export interface ScreenWithPages {
  readonly screen: ScreenDescriptor;
  readonly pages: readonly ScreenPage[];
}

/** Loads the lists of pages within the screens. */
export const loadScreenPages = async (screens: readonly ScreenDescriptor[]): Promise<readonly ScreenWithPages[]> =>
  Promise.all(screens.map(async (screen) => ({ screen, pages: (await screen.loadPages?.()) ?? [] })));
