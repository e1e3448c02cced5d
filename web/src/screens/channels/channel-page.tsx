import { Compass } from "lucide-react";
import { channelsById } from "../../client/replica/selectors/entities-by-id.ts";
import { Emptiness } from "../../base/ui/empty-state.tsx";
import { PageNav } from "../../base/ui/page.tsx";
import { ScreenHead } from "../../base/ui/screen-header.tsx";
import { PlaceLink } from "../../hooks/navigation/route-link.tsx";
import { useKnown } from "../../hooks/use-store.ts";
import { words } from "../../base/words/index.ts";
import { ChannelGeneral } from "./channel-general.tsx";
import { ChannelMembers } from "./channel-members.tsx";
import { ChannelPermissions } from "./channel-permissions.tsx";

const parts = [
  { name: "general", title: words.channels.general, Part: ChannelGeneral },
  { name: "members", title: words.channels.members, Part: ChannelMembers },
  { name: "permissions", title: words.permissions.title, Part: ChannelPermissions },
] as const;

interface ChannelPageProps {
  readonly channelId: number;
  /** Which part of its page; undefined: the first. */
  readonly part: string | undefined;
}

/** One channel: what it is, who is in it, who may do what in it. */
export function ChannelPage({ channelId, part }: ChannelPageProps) {
  const channel = useKnown((state) => channelsById(state).get(channelId));
  const shown = parts.find(({ name }) => name === (part ?? "general"));
  if (!channel || !shown) {
    return (
      <>
        <ScreenHead title={words.pages.channels} />
        <Emptiness
          icon={<Compass size={30} aria-hidden />}
          title={channel ? words.pages.unknown : words.channels.unknown}
        >
          {words.channels.unknownMore}
        </Emptiness>
      </>
    );
  }
  return (
    <>
      <ScreenHead before={words.pages.channels} title={channel.name} />
      <PageNav label={channel.name}>
        {parts.map(({ name, title }) => (
          <PlaceLink
            key={name}
            to={{ kind: "page", path: ["channels", String(channelId), ...(name === "general" ? [] : [name])] }}
          >
            {title}
          </PlaceLink>
        ))}
      </PageNav>
      <shown.Part key={channelId} channel={channel} />
    </>
  );
}
