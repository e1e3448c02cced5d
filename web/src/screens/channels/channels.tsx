import { ChannelPage } from "./channel-page.tsx";
import { BrowseChannels } from "./browse-channels.tsx";
import { NewChannel } from "./new-channel.tsx";

/** Channels: all of them, a new one, or one. */
export function Channels({ page }: { page: string }) {
  if (page === "new") return <NewChannel />;
  const id = Number.parseInt(page, 10);
  return Number.isNaN(id) ? <BrowseChannels /> : <ChannelPage channelId={id} />;
}
