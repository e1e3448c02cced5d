import { AlarmClock, BellRing, PencilLine } from "lucide-react";
import type { State } from "@parlance/contract/state/index.ts";
import { words } from "../../base/words/index.ts";
import { pageAddress } from "../../client/routes/screen-address.ts";
import type { ScreenDescriptor, ScreenLoader } from "../../hooks/screens/screen.ts";

/** One component for all three screens, so that it stays mounted when the user switches between them. */
const load: ScreenLoader = async () => (await import("./drafts-screen.tsx")).DraftsScreen;

const scheduledCount = (state: State): number => state.scheduled_messages?.length ?? 0;
const reminderCount = (state: State): number => state.reminders?.length ?? 0;

export const drafts: ScreenDescriptor = {
  address: pageAddress("drafts"),
  title: words.screens.drafts.title,
  icon: PencilLine,
  load,
  links: [{ section: "views", position: 6, count: { of: (state) => state.drafts.length, style: "plain" } }],
  shortcuts: ["d"],
  palette: "view",
};

export const scheduled: ScreenDescriptor = {
  address: pageAddress("scheduled"),
  title: words.screens.scheduled.title,
  icon: AlarmClock,
  load,
  links: [
    {
      section: "views",
      position: 9,
      isShown: (state) => scheduledCount(state) > 0,
      count: { of: scheduledCount, style: "plain" },
    },
  ],
  palette: "view",
};

export const reminders: ScreenDescriptor = {
  address: pageAddress("reminders"),
  title: words.screens.reminders.title,
  icon: BellRing,
  load,
  links: [
    {
      section: "views",
      position: 8,
      isShown: (state) => reminderCount(state) > 0,
      count: { of: reminderCount, style: "plain" },
    },
  ],
  palette: "view",
};
