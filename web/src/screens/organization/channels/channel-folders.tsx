import { Archive, Ellipsis, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import type { ChannelFolder } from "@parlance/contract/nouns/channel-folders.ts";
import { orderFolders } from "../../../client/actions/reorder.ts";
import { told } from "../../../hooks/check-outcome.ts";
import { channelsPerFolder } from "../../../client/replica/selectors/channels/channel-folders.ts";
import { Button, IconButton } from "../../../base/ui/forms/button.tsx";
import { late } from "../../../base/ui/loading/lazy-component.tsx";
import { LineItem, Lines } from "../../../base/ui/lists/item-list.tsx";
import { Menu, MenuItem, MenuLine } from "../../../base/ui/overlays/menu.tsx";
import { Page, Part, Quiet, Row } from "../../../base/ui/page.tsx";
import { MoveItems, SortedLines, type Steps } from "../../../base/ui/lists/sortable-list.tsx";
import { useAct } from "../../../hooks/use-action.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useOverlays } from "../../../hooks/context/overlay-context.tsx";
import { useKnown } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const FolderDialog = late(async () => (await import("./folder-dialog.tsx")).FolderDialog);

/** What channels are sorted into. */
export function ChannelFolders() {
  const isAdministrator = useKnown((state) => state.is_admin ?? false);
  const folders = useKnown((state) => state.channel_folders) ?? [];
  const show = useOverlays();
  const live = folders.filter(({ is_archived }) => !is_archived);
  const archived = folders.filter(({ is_archived }) => is_archived);
  return (
    <Page>
      <Part title={words.folders.title}>
        {!isAdministrator && <Quiet>{words.pages.onlyAdministrators}</Quiet>}
        <Quiet>{words.folders.more}</Quiet>
        {isAdministrator && (
          <Row>
            <Button look="primary" onPress={() => show((close) => <FolderDialog onClose={close} />)}>
              {words.folders.create}
            </Button>
          </Row>
        )}
        {live.length === 0 && <Quiet>{words.folders.none}</Quiet>}
        <Live folders={live} isChangeable={isAdministrator} />
      </Part>
      {archived.length > 0 && <Archived folders={archived} isChangeable={isAdministrator} />}
    </Page>
  );
}

interface FoldersProps {
  readonly folders: readonly ChannelFolder[];
  readonly isChangeable: boolean;
}

function Live({ folders, isChangeable }: FoldersProps) {
  const client = useClient();
  if (!isChangeable) {
    return (
      <Lines>
        {folders.map((folder) => (
          <FolderLine key={folder.id} folder={folder} />
        ))}
      </Lines>
    );
  }
  return (
    <SortedLines items={folders} onOrder={(ids) => void orderFolders(client, ids).then(told)}>
      {(folder, grip, steps) => (
        <FolderLine folder={folder} sign={grip} end={<FolderActs folder={folder} steps={steps} />} />
      )}
    </SortedLines>
  );
}

interface FolderLineProps {
  readonly folder: ChannelFolder;
  readonly sign?: ReactNode;
  readonly end?: ReactNode;
}

function FolderLine({ folder: { id, name, description }, ...rest }: FolderLineProps) {
  const count = useKnown((state) => channelsPerFolder(state).get(id) ?? 0);
  const note = [words.folders.channels(count), description].filter((text) => text !== "").join(" · ");
  return <LineItem {...rest} title={name} note={note} isNoteWhole />;
}

/** What one does with a folder. */
function FolderActs({ folder, steps }: { folder: ChannelFolder; steps: Steps }) {
  const { act } = useAct();
  const show = useOverlays();
  const { id, name } = folder;
  const button = (
    <IconButton label={words.folders.acts(name)}>
      <Ellipsis size={16} aria-hidden />
    </IconButton>
  );
  return (
    <Menu button={button} label={words.folders.acts(name)}>
      <MenuItem
        icon={<Pencil size={16} />}
        onAction={() => show((close) => <FolderDialog folder={folder} onClose={close} />)}
      >
        {words.folders.change}
      </MenuItem>
      <MoveItems {...steps} />
      <MenuLine />
      <MenuItem
        icon={<Archive size={16} />}
        onAction={() => void act((call) => call("PATCH", `/channel_folders/${id}`, { is_archived: true }))}
      >
        {words.folders.archive}
      </MenuItem>
    </Menu>
  );
}

function Archived({ folders, isChangeable }: FoldersProps) {
  const { isActing, act } = useAct();
  return (
    <Part title={words.folders.archived}>
      <Lines>
        {folders.map(({ id, name, description }) => (
          <LineItem
            key={id}
            title={name}
            note={description === "" ? undefined : description}
            isNoteWhole
            end={
              isChangeable ? (
                <Button
                  isDisabled={isActing}
                  onPress={() => void act((call) => call("PATCH", `/channel_folders/${id}`, { is_archived: false }))}
                >
                  {words.folders.unarchive}
                </Button>
              ) : undefined
            }
          />
        ))}
      </Lines>
    </Part>
  );
}
