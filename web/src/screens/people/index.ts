import { UserRound } from "lucide-react";
import { words } from "../../base/words/index.ts";
import { pageAddress } from "../../client/routes/screen-address.ts";
import type { ScreenDescriptor } from "../../hooks/screens/screen.ts";

/** The users of the organization. */
export const people: ScreenDescriptor = {
  address: pageAddress("people"),
  title: words.screens.people.title,
  icon: UserRound,
  load: async () => (await import("./people.tsx")).People,
  links: [{ section: "browse", position: 2 }],
  shortcuts: ["w", "x"],
  palette: "page",
  keywords: words.screens.people.keywords,
};

/** The page of one user. */
export const user: ScreenDescriptor = {
  address: pageAddress("user"),
  title: words.people.profile,
  icon: UserRound,
  load: async () => (await import("./person-page.tsx")).PersonPage,
  links: [{ section: "account", position: 1, path: (me) => [String(me)] }],
};
