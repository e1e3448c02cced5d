import { UsersRound } from "lucide-react";
import { words } from "../../base/words/index.ts";
import { pageAddress } from "../../client/routes/screen-address.ts";
import type { ScreenDescriptor } from "../../hooks/screens/screen.ts";

/** The organization's user groups, or one of them. */
export const groups: ScreenDescriptor = {
  address: pageAddress("groups"),
  title: words.screens.groups.title,
  icon: UsersRound,
  load: async () => (await import("./groups.tsx")).Groups,
  links: [{ section: "browse", position: 3 }],
  palette: "page",
  keywords: words.screens.groups.keywords,
};
