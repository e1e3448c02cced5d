import { Hash } from "lucide-react";
import { words } from "../../base/words/index.ts";
import { pageAddress } from "../../client/routes/screen-address.ts";
import type { ScreenDescriptor } from "../../hooks/screens/screen.ts";

/** All channels, the form for a new one, or one of them. */
export const channels: ScreenDescriptor = {
  address: pageAddress("channels"),
  title: words.screens.channels.title,
  icon: Hash,
  load: async () => (await import("./channels.tsx")).Channels,
  links: [{ section: "browse", position: 1 }],
  palette: "page",
  keywords: words.screens.channels.keywords,
  loadPages: () => Promise.resolve([{ path: ["new"], ...words.screens.newChannel }]),
};
