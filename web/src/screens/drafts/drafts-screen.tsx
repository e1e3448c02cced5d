import { AlarmClock, PencilLine, TimerReset } from "lucide-react";
import { Emptiness } from "../../base/ui/empty-state.tsx";
import { ScreenHead } from "../../base/ui/screen-header.tsx";
import { Page, PageNav } from "../../base/ui/page.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { words } from "../../base/words/index.ts";
import { Drafts } from "./draft-list.tsx";
import { Reminders } from "./reminder-list.tsx";
import { Scheduled } from "./scheduled-list.tsx";

const kinds = {
  drafts: { Shown: Drafts, icon: PencilLine },
  scheduled: { Shown: Scheduled, icon: AlarmClock },
  reminders: { Shown: Reminders, icon: TimerReset },
} as const;

/** What is written and not sent, what will be sent, and what one wants to be reminded of. */
export function Unsent({ which }: { which: keyof typeof kinds }) {
  const { Shown, icon: Icon } = kinds[which];
  return (
    <>
      <ScreenHead title={words.shell[which]} />
      <PageNav label={words.shell.drafts}>
        <PlaceLink to={{ kind: "drafts" }}>{words.shell.drafts}</PlaceLink>
        <PlaceLink to={{ kind: "scheduled" }}>{words.shell.scheduled}</PlaceLink>
        <PlaceLink to={{ kind: "reminders" }}>{words.shell.reminders}</PlaceLink>
      </PageNav>
      <Page>
        <Shown>
          <Emptiness icon={<Icon size={30} aria-hidden />} title={words.unsent[which].none}>
            {words.unsent[which].noneMore}
          </Emptiness>
        </Shown>
      </Page>
    </>
  );
}
