import { required } from "@parlance/kernel/base/required.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { channelNameKey } from "../../core/access/channel-access.ts";
import { folderAdded } from "../events.ts";
import { recordFolderChanges } from "../folders-snapshot.ts";
import { lockFolders, assertNameAvailable } from "../policy.ts";
import { listFolders } from "../queries.ts";

/** The validated name and description of a folder. */
export interface FolderText {
  /** The name, normalized by `parseFolderName`. */
  readonly name: string;
  readonly description: string;
  readonly rendered_description: string;
}

/**
 * Creates an empty folder after the existing ones. Returns its id.
 * @throws FolderNameInUse
 */
export async function createFolder({ tx, actor, realm, now }: Write, draft: FolderText): Promise<number> {
  const others = await lockFolders(tx, realm.id);
  assertNameAvailable(draft.name, others);
  const last = others.at(-1);
  const { id } = await tx
    .insertInto("channel_folder")
    .values({
      ...draft,
      name_key: channelNameKey(draft.name),
      realm_id: realm.id,
      position: last ? last.order + 1 : 0,
      creator_id: actor.id,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  recordFolderChanges(tx, realm.id, [id]);
  const folder = required((await listFolders(tx, realm.id)).find((one) => one.id === id));
  emit(tx, toEveryone(realm.id), folderAdded(folder));
  const act = { realmId: realm.id, actorId: actor.id, act: "channel_folder.created", targetId: id } as const;
  await recordAct(tx, { ...act, after: { name: draft.name, description: draft.description }, now });
  return id;
}
