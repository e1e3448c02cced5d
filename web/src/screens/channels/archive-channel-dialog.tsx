import type { Channel } from "@parlance/contract/entities/channel.ts";
import { ActDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { Quiet } from "../../base/ui/page.tsx";
import { useAct } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

interface ArchiveChannelProps {
  readonly channel: Channel;
  readonly onClose: () => void;
}

/** Asks once more before a channel is closed. */
export function ArchiveChannel({ channel: { stream_id: channelId, name }, onClose }: ArchiveChannelProps) {
  const { act } = useAct();
  const archive = () => act((call) => call("DELETE", `/streams/${channelId}`, {}));
  return (
    <ActDialog
      title={words.channels.archiveTitle(name)}
      act={words.channels.archive}
      isDanger
      onAct={archive}
      onClose={onClose}
    >
      <Quiet>{words.channels.archiveMore}</Quiet>
    </ActDialog>
  );
}
