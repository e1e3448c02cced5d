import { words } from "../../base/words/index.ts";
import type { ScreenPage } from "../../hooks/screens/screen.ts";

/** The user's own settings, or those of the organization. */
export type SettingsAreaName = keyof typeof words.settingsPages;

/** The names of the pages of an area, as addresses have them. */
export type SettingsPageName<Area extends SettingsAreaName> = keyof (typeof words.settingsPages)[Area] & string;

interface SettingsPageWords {
  readonly title: string;
  readonly paletteTitle?: string;
  readonly keywords: string;
}

/** Returns the pages of an area, in their order, with their names. */
export const settingsPagesOf = (area: SettingsAreaName): readonly (readonly [string, SettingsPageWords])[] =>
  Object.entries<SettingsPageWords>(words.settingsPages[area]);

/** Returns the pages of an area as the command palette lists them. */
export const listSettingsPages = (area: SettingsAreaName): readonly ScreenPage[] =>
  settingsPagesOf(area).map(([name, { title, paletteTitle = title, keywords }]) => ({
    path: [name],
    title: paletteTitle,
    keywords,
  }));
