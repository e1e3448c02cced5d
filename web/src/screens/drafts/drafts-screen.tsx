import { AlarmClock, PencilLine, TimerReset } from "lucide-react";
import { EmptyState } from "../../base/ui/empty-state.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { Page, PageNav } from "../../base/ui/page.tsx";
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

/** What is written and not sent, what will be sent, and what one wants to be reminded of. */
export function DraftsScreen({ which }: { which: keyof typeof lists }) {
  const { Shown, icon: Icon } = lists[which];
  return (
    <>
      <ScreenHeader title={words.shell[which]} />
      <PageNav label={words.shell.drafts}>
        <RouteLink to={{ kind: "drafts" }}>{words.shell.drafts}</RouteLink>
        <RouteLink to={{ kind: "scheduled" }}>{words.shell.scheduled}</RouteLink>
        <RouteLink to={{ kind: "reminders" }}>{words.shell.reminders}</RouteLink>
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
