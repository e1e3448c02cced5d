import { Compass } from "lucide-react";
import { EmptyState } from "../base/ui/empty-state.tsx";
import { ScreenHeader } from "../base/ui/screen-header.tsx";
import { RouteLink } from "../hooks/navigation/route-link.tsx";
import { words } from "../base/words/index.ts";
import { Groups } from "./groups/groups.tsx";
import { People } from "./people/people.tsx";
import { PersonPage } from "./people/person-page.tsx";
import { SettingsScreen } from "./settings-screen.tsx";
import { ChannelPage } from "./channels/channel-page.tsx";
import { BrowseChannels } from "./channels/browse-channels.tsx";
import { NewChannel } from "./channels/new-channel.tsx";

/** Channels: all of them, a new one, or one. */
function ChannelScreens({ path: [page = "", part] }: { path: readonly string[] }) {
  if (page === "new") return <NewChannel />;
  return page === "" ? <BrowseChannels /> : <ChannelPage channelId={Number(page)} tab={part} />;
}

/** The pages that are no messages, by the parts of their address. */
export function Pages({ path }: { path: readonly string[] }) {
  const [first, ...rest] = path;
  const [second] = rest;
  switch (first) {
    case "settings":
    case "organization":
      return <SettingsScreen area={first} path={rest} />;
    case "channels":
      return <ChannelScreens path={rest} />;
    case "groups":
      return <Groups id={second} />;
    case "people":
      return <People />;
    case "user":
      return <PersonPage personId={Number(second)} />;
    default:
      return <UnknownPage />;
  }
}

/** What is shown where an address names nothing. */
const UnknownPage = () => (
  <>
    <ScreenHeader title={words.conversation.missing.head} />
    <EmptyState icon={<Compass size={30} aria-hidden />} title={words.pages.unknown}>
      <RouteLink to={{ kind: "inbox" }}>{words.shell.inbox}</RouteLink>
    </EmptyState>
  </>
);
