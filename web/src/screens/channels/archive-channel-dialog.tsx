import type { Channel } from "@parlance/contract/entities/channel.ts";
import { FormDialog } from "../../base/ui/overlays/form-dialog.tsx";
import { SecondaryText } from "../../base/ui/page.tsx";
import { useAction } from "../../hooks/use-action.ts";
import { words } from "../../base/words/index.ts";

interface ArchiveChannelDialogProps {
  readonly channel: Channel;
  readonly onClose: () => void;
}

/** Asks for confirmation before a channel is archived. */
export function ArchiveChannelDialog({ channel: { stream_id: channelId, name }, onClose }: ArchiveChannelDialogProps) {
  const { act } = useAction();
  const archive = () => act((call) => call("DELETE", `/streams/${channelId}`, {}));
  return (
    <FormDialog
      title={words.channels.archiveTitle(name)}
      submitLabel={words.channels.archive}
      isDanger
      onSubmit={archive}
      onClose={onClose}
    >
      <SecondaryText>{words.channels.archiveMore}</SecondaryText>
    </FormDialog>
  );
}
