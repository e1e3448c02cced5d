import { Compass } from "lucide-react";
import { Emptiness } from "../base/ui/empty-state.tsx";
import { ScreenHead } from "../base/ui/screen-header.tsx";
import { PlaceLink } from "../hooks/navigation/route-link.tsx";
import { words } from "../base/words/index.ts";
import { Channels } from "./channels/channels.tsx";
import { Groups } from "./groups/groups.tsx";
import { People } from "./people/people.tsx";
import { Person } from "./people/person-page.tsx";
import { Settings } from "./settings-screen.tsx";

/** The pages that are no messages, by the parts of their address. */
export function Pages({ path }: { path: readonly string[] }) {
  const [first, ...rest] = path;
  const [second] = rest;
  switch (first) {
    case "settings":
    case "organization":
      return <Settings area={first} path={rest} />;
    case "channels":
      return <Channels path={rest} />;
    case "groups":
      return <Groups id={second} />;
    case "people":
      return <People />;
    case "user":
      return <Person personId={Number(second)} />;
    default:
      return <Unknown />;
  }
}

/** What is shown where an address names nothing. */
const Unknown = () => (
  <>
    <ScreenHead title={words.conversation.missing.head} />
    <Emptiness icon={<Compass size={30} aria-hidden />} title={words.pages.unknown}>
      <PlaceLink to={{ kind: "inbox" }}>{words.shell.inbox}</PlaceLink>
    </Emptiness>
  </>
);
