import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, id, text } from "#kernel/http/params.ts";
import { changeFolder } from "#modules/channels/folders/actions/change-folder.ts";
import { FolderInUse, folderNameErrors, InvalidFolderId } from "#modules/channels/folders/errors.ts";
import { MAX_FOLDER_DESCRIPTION_LENGTH, MAX_FOLDER_NAME_LENGTH } from "#modules/channels/folders/names.ts";
import { draftFolderWords } from "../folder-draft.ts";

export const changeChannelFolder = endpoint.write({
  route: "PATCH /channel_folders/:channel_folder_id",
  summary: "Change or archive a channel folder",
  description: "Only what is sent changes, all of it or nothing. A folder can be archived once no channel is in it.",
  access: "admin",
  params: z.object({ channel_folder_id: id() }),
  input: z
    .object({
      name: text({ max: MAX_FOLDER_NAME_LENGTH, allowUnstorable: true }),
      description: text({ max: MAX_FOLDER_DESCRIPTION_LENGTH }).describe("Markdown; may be empty"),
      is_archived: bool().describe("No channel can be put into an archived folder"),
    })
    .partial(),
  response: z.object({}),
  errors: [...folderNameErrors, InvalidFolderId, FolderInUse],
  prepare: ({ db, actor }, { input }) => draftFolderWords(db, actor, input),
  async handler(ctx, { params, input }, words) {
    await changeFolder(ctx, params.channel_folder_id, { ...words, is_archived: input.is_archived });
    return {};
  },
});
