import { Archive, Ellipsis, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import type { ChannelFolder } from "@parlance/contract/nouns/channel-folders.ts";
import { reorderFolders } from "../../../client/actions/reorder.ts";
import { checkOutcome } from "../../../hooks/check-outcome.ts";
import { channelsPerFolder } from "../../../client/replica/selectors/channels/channel-folders.ts";
import { Button, IconButton } from "../../../base/ui/forms/button.tsx";
import { lazyComponent } from "../../../base/ui/loading/lazy-component.tsx";
import { ItemRow, ItemList } from "../../../base/ui/lists/item-list.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../base/ui/overlays/menu.tsx";
import { Page, PageSection, SecondaryText, Row } from "../../../base/ui/page.tsx";
import { MoveMenuItems, SortableList, type MoveActions } from "../../../base/ui/lists/sortable-list.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { useOpenOverlay } from "../../../hooks/context/overlay-context.tsx";
import { useClientState } from "../../../hooks/use-store.ts";
import { words } from "../../../base/words/index.ts";

const FolderDialog = lazyComponent(async () => (await import("./folder-dialog.tsx")).FolderDialog);

/** List of the organization's channel folders. */
export function ChannelFolders() {
  const isAdministrator = useClientState((state) => state.is_admin ?? false);
  const folders = useClientState((state) => state.channel_folders) ?? [];
  const show = useOpenOverlay();
  const live = folders.filter(({ is_archived }) => !is_archived);
  const archived = folders.filter(({ is_archived }) => is_archived);
  return (
    <Page>
      <PageSection title={words.settingsPages.organization.folders.title}>
        {!isAdministrator && <SecondaryText>{words.pages.onlyAdministrators}</SecondaryText>}
        <SecondaryText>{words.folders.more}</SecondaryText>
        {isAdministrator && (
          <Row>
            <Button variant="primary" onPress={() => show((close) => <FolderDialog onClose={close} />)}>
              {words.folders.create}
            </Button>
          </Row>
        )}
        {live.length === 0 && <SecondaryText>{words.folders.none}</SecondaryText>}
        <ActiveFolders folders={live} isChangeable={isAdministrator} />
      </PageSection>
      {archived.length > 0 && <ArchivedFolders folders={archived} isChangeable={isAdministrator} />}
    </Page>
  );
}

interface FoldersProps {
  readonly folders: readonly ChannelFolder[];
  readonly isChangeable: boolean;
}

function ActiveFolders({ folders, isChangeable }: FoldersProps) {
  const client = useClient();
  if (!isChangeable) {
    return (
      <ItemList>
        {folders.map((folder) => (
          <FolderRow key={folder.id} folder={folder} />
        ))}
      </ItemList>
    );
  }
  return (
    <SortableList items={folders} onOrder={(ids) => void reorderFolders(client, ids).then(checkOutcome)}>
      {(folder, grip, steps) => (
        <FolderRow folder={folder} icon={grip} end={<FolderActions folder={folder} steps={steps} />} />
      )}
    </SortableList>
  );
}

interface FolderRowProps {
  readonly folder: ChannelFolder;
  readonly icon?: ReactNode;
  readonly end?: ReactNode;
}

function FolderRow({ folder: { id, name, description }, ...rest }: FolderRowProps) {
  const count = useClientState((state) => channelsPerFolder(state).get(id) ?? 0);
  const note = [words.folders.channels(count), description].filter((text) => text !== "").join(" · ");
  return <ItemRow {...rest} title={name} note={note} wrapsNote />;
}

/** Menu with the actions on a folder. */
function FolderActions({ folder, steps }: { folder: ChannelFolder; steps: MoveActions }) {
  const { act } = useAction();
  const show = useOpenOverlay();
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
      <MoveMenuItems {...steps} />
      <MenuSeparator />
      <MenuItem
        icon={<Archive size={16} />}
        onAction={() => void act((call) => call("PATCH", `/channel_folders/${id}`, { is_archived: true }))}
      >
        {words.folders.archive}
      </MenuItem>
    </Menu>
  );
}

function ArchivedFolders({ folders, isChangeable }: FoldersProps) {
  const { isActing, act } = useAction();
  return (
    <PageSection title={words.folders.archived}>
      <ItemList>
        {folders.map(({ id, name, description }) => (
          <ItemRow
            key={id}
            title={name}
            note={description === "" ? undefined : description}
            wrapsNote
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
      </ItemList>
    </PageSection>
  );
}
