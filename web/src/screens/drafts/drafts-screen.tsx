import { AlarmClock, PencilLine, TimerReset } from "lucide-react";
import { EmptyState } from "../../base/ui/empty-state.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { Page, PageNav } from "../../base/ui/page.tsx";
import type { ScreenProps } from "../../hooks/screens/screen.ts";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { words } from "../../base/words/index.ts";
import { DraftList } from "./draft-list.tsx";
import { ReminderList } from "./reminder-list.tsx";
import { ScheduledList } from "./scheduled-list.tsx";

const lists = {
  drafts: { Shown: DraftList, icon: PencilLine },
  scheduled: { Shown: ScheduledList, icon: AlarmClock },
  reminders: { Shown: ReminderList, icon: TimerReset },
} as const;

const isListName = (name: string): name is keyof typeof lists => Object.hasOwn(lists, name);

/** Screen with a list of drafts, scheduled messages or reminders. */
export function DraftsScreen({ path: [name = ""] }: ScreenProps) {
  const which = isListName(name) ? name : "drafts";
  const { Shown, icon: Icon } = lists[which];
  return (
    <>
      <ScreenHeader title={words.screens[which].title} />
      <PageNav label={words.screens.drafts.title}>
        <RouteLink to={{ kind: "page", path: ["drafts"] }}>{words.screens.drafts.title}</RouteLink>
        <RouteLink to={{ kind: "page", path: ["scheduled"] }}>{words.screens.scheduled.title}</RouteLink>
        <RouteLink to={{ kind: "page", path: ["reminders"] }}>{words.screens.reminders.title}</RouteLink>
      </PageNav>
      <Page>
        <Shown>
          <EmptyState icon={<Icon size={30} aria-hidden />} title={words.drafts[which].none}>
            {words.drafts[which].noneMore}
          </EmptyState>
        </Shown>
      </Page>
    </>
  );
}
