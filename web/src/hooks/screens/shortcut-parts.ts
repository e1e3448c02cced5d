import { words } from "../../base/words/index.ts";
import type { ScreenDescriptor } from "./screen.ts";
import { useScreens } from "./screens-context.tsx";

type Row = readonly [keys: string, action: string];

interface ShortcutPart {
  readonly title: string;
  readonly keys: readonly Row[];
}

/** Returns all keyboard shortcuts with those of the screens, in parts with a title. */
export function useShortcutParts(): readonly ShortcutPart[] {
  const screens = useScreens();
  return words.shortcutList.parts.map(({ title, keys }) => ({
    title,
    keys: keys.flatMap((row) => (typeof row === "string" ? screenRows(screens, row) : [row])),
  }));
}

/** Returns the shortcuts of the screens that the sidebar lists, or of the others. */
const screenRows = (screens: readonly ScreenDescriptor[], group: "views" | "menu"): readonly Row[] =>
  screens
    .filter(({ links = [] }) => links.some(({ section }) => section === "views") === (group === "views"))
    .flatMap(({ shortcuts, title }) => (shortcuts ? [[shortcuts.join(" "), title] as const] : []));
