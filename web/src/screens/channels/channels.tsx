import type { ScreenProps } from "../../hooks/screens/screen.ts";
import { BrowseChannels } from "./browse-channels.tsx";
import { ChannelPage } from "./channel-page.tsx";
import { NewChannel } from "./new-channel.tsx";

/** Screen with all channels, the form for a new channel, or the page of one channel. */
export function Channels({ path: [, page = "", part] }: ScreenProps) {
  if (page === "new") return <NewChannel />;
  return page === "" ? <BrowseChannels /> : <ChannelPage channelId={Number(page)} tab={part} />;
}
