import { Settings } from "lucide-react";
import { words } from "../../base/words/index.ts";
import { pageAddress } from "../../client/routes/screen-address.ts";
import type { ScreenDescriptor } from "../../hooks/screens/screen.ts";

const path = () => ["account"];

/** The user's own settings. */
export const settings: ScreenDescriptor = {
  address: pageAddress("settings"),
  title: words.screens.settings.title,
  icon: Settings,
  load: async () => (await import("./settings-screen.tsx")).SettingsScreen,
  links: [
    { section: "settings", position: 1, path },
    { section: "account", position: 2, path },
  ],
  loadPages: async () => (await import("../../features/settings/settings-pages.ts")).listSettingsPages("settings"),
};
