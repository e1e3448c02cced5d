import { Compass } from "lucide-react";
import { channelsById } from "../../client/replica/selectors/entities-by-id.ts";
import { EmptyState } from "../../base/ui/empty-state.tsx";
import { PageNav } from "../../base/ui/page.tsx";
import { ScreenHeader } from "../../base/ui/screen-header.tsx";
import { RouteLink } from "../../hooks/navigation/route-link.tsx";
import { useClientState } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ChannelGeneral } from "./channel-general.tsx";
import { ChannelMembers } from "./channel-members.tsx";
import { ChannelPermissions } from "./channel-permissions.tsx";

const tabs = [
  { name: "general", title: words.channels.general, Part: ChannelGeneral },
  { name: "members", title: words.channels.members, Part: ChannelMembers },
  { name: "permissions", title: words.permissions.title, Part: ChannelPermissions },
] as const;

interface ChannelPageProps {
  readonly channelId: number;
  /** Name of the selected tab. Undefined for the first tab. */
  readonly tab: string | undefined;
}

/** The page of a channel, with tabs for its properties, subscribers and permissions. */
export function ChannelPage({ channelId, tab }: ChannelPageProps) {
  const channel = useClientState((state) => channelsById(state).get(channelId));
  const shown = tabs.find(({ name }) => name === (tab ?? "general"));
  if (!channel || !shown) {
    return (
      <>
        <ScreenHeader title={words.pages.channels} />
        <EmptyState
          icon={<Compass size={30} aria-hidden />}
          title={channel ? words.pages.unknown : words.channels.unknown}
        >
          {words.channels.unknownMore}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <ScreenHeader before={words.pages.channels} title={channel.name} />
      <PageNav label={channel.name}>
        {tabs.map(({ name, title }) => (
          <RouteLink
            key={name}
            to={{ kind: "page", path: ["channels", String(channelId), ...(name === "general" ? [] : [name])] }}
          >
            {title}
          </RouteLink>
        ))}
      </PageNav>
      <shown.Part key={channelId} channel={channel} />
    </>
  );
}
