import type { ChannelFolder } from "@parlance/contract/nouns/channel-folders.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { channelNameKey } from "../../core/access/channel-access.ts";
import { FolderInUse, InvalidFolderId } from "../errors.ts";
import { folderChanged } from "../events.ts";
import { recordFolderChanges } from "../folders-snapshot.ts";
import { lockFolders, assertNameAvailable } from "../policy.ts";
import { hasChannels } from "../queries.ts";

/** Requested changes of a folder. Properties that are undefined stay unchanged. */
export interface FolderChange {
  /** The new name, normalized by `parseFolderName`. */
  readonly name?: string | undefined;
  readonly description?: Pick<ChannelFolder, "description" | "rendered_description"> | undefined;
  readonly is_archived?: boolean | undefined;
}

/**
 * Changes a folder. If one of the changes is not possible, throws and changes nothing. Values that equal the current
 * ones are ignored.
 * @throws InvalidFolderId, FolderNameInUse, FolderInUse
 */
export async function changeFolder({ tx, actor, realm, now }: Write, id: number, change: FolderChange): Promise<void> {
  const folders = await lockFolders(tx, realm.id);
  const before = folders.find((one) => one.id === id);
  if (!before) throw new InvalidFolderId();
  const parts = changedFolderFields(before, change);
  const after = Object.assign({}, ...parts) as Partial<ChannelFolder>;
  if (after.name !== undefined) {
    assertNameAvailable(
      after.name,
      folders.filter((one) => one !== before),
    );
  }
  if (after.is_archived && (await hasChannels(tx, id))) throw new FolderInUse();
  if (parts.length === 0) return;

  await tx
    .updateTable("channel_folder")
    .set({ ...after, ...(after.name === undefined ? {} : { name_key: channelNameKey(after.name) }) })
    .where("id", "=", id)
    .execute();
  recordFolderChanges(tx, realm.id, [id]);
  for (const data of parts) emit(tx, toEveryone(realm.id), folderChanged(id, data));
  const was = Object.fromEntries(Object.keys(after).map((name) => [name, before[name as keyof ChannelFolder]]));
  const act = { realmId: realm.id, actorId: actor.id, act: "channel_folder.changed", targetId: id } as const;
  await recordAct(tx, { ...act, before: was, after, now });
}

type FolderEventData = Partial<Pick<ChannelFolder, "name" | "description" | "rendered_description" | "is_archived">>;

/** Returns the changes that have an effect. Clients receive one event for each element. */
const changedFolderFields = (
  before: ChannelFolder,
  { name, description, is_archived }: FolderChange,
): FolderEventData[] => [
  ...(name === undefined || name === before.name ? [] : [{ name }]),
  ...(description === undefined || description.description === before.description ? [] : [description]),
  ...(is_archived === undefined || is_archived === before.is_archived ? [] : [{ is_archived }]),
];
