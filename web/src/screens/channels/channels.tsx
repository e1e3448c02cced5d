import { ChannelPage } from "./channel-page.tsx";
import { BrowseChannels } from "./browse-channels.tsx";
import { NewChannel } from "./new-channel.tsx";

/** Channels: all of them, a new one, or one. */
export function Channels({ path: [page = "", part] }: { path: readonly string[] }) {
  if (page === "new") return <NewChannel />;
  return page === "" ? <BrowseChannels /> : <ChannelPage channelId={Number(page)} part={part} />;
}
