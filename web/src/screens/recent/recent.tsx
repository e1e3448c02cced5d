import { Emptiness } from "../../ui/emptiness.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { words } from "../../words/index.ts";

export const Recent = () => (
  <>
    <ScreenHead title={words.shell.recent} />
    <Emptiness title={words.inbox.recentEmpty}>{words.inbox.recentEmptyMore}</Emptiness>
  </>
);
