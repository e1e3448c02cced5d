import { Emptiness } from "../../ui/emptiness.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { words } from "../../words/index.ts";

/** What is written and not sent. */
export const Unsent = ({ which }: { which: "drafts" | "scheduled" | "reminders" }) => (
  <>
    <ScreenHead title={words.shell[which]} />
    <Emptiness title={words.shell[which]} />
  </>
);
