// The list of all screens. Everything made from it follows its order, except the links of the sidebar and its menus,
// which have positions.
import { createRouteTable } from "../client/routes/route-table.ts";
import type { ScreenDescriptor } from "../hooks/screens/screen.ts";
import { channels } from "./channels/index.ts";
import { conversation, feed, mentions, reactions, starred } from "./conversation/index.ts";
import { drafts, reminders, scheduled } from "./drafts/index.ts";
import { groups } from "./groups/index.ts";
import { inbox } from "./inbox/index.ts";
import { organization } from "./organization/index.ts";
import { people, user } from "./people/index.ts";
import { recent } from "./recent/index.ts";
import { settings } from "./settings/index.ts";

/** The descriptors of all screens. */
export const screens: readonly ScreenDescriptor[] = [
  inbox,
  recent,
  feed,
  mentions,
  starred,
  reactions,
  drafts,
  scheduled,
  reminders,
  conversation,
  settings,
  organization,
  groups,
  channels,
  people,
  user,
];

/** The addresses of all screens. */
export const routes = createRouteTable(screens.map(({ address }) => address));
