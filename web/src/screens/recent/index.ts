import { Clock } from "lucide-react";
import { words } from "../../base/words/index.ts";
import { pageAddress } from "../../client/routes/screen-address.ts";
import type { ScreenDescriptor } from "../../hooks/screens/screen.ts";

/** Conversations by their newest message. */
export const recent: ScreenDescriptor = {
  address: pageAddress("recent"),
  title: words.screens.recent.title,
  icon: Clock,
  load: async () => (await import("./recent.tsx")).Recent,
  links: [{ section: "views", position: 2 }],
  shortcuts: ["t"],
  palette: "view",
};
