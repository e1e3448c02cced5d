import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, text } from "@parlance/kernel/http/params.ts";
import { changeFolder } from "#modules/channels/folders/actions/change-folder.ts";
import { FolderInUse, folderNameErrors, InvalidFolderId } from "#modules/channels/folders/errors.ts";
import { MAX_FOLDER_DESCRIPTION_LENGTH, MAX_FOLDER_NAME_LENGTH } from "#modules/channels/folders/folder-names.ts";
import { prepareFolderTextUpdate } from "../folder-text.ts";
import { channelFolderId } from "#modules/platform/parameters/identifying-parameters.ts";

export const changeChannelFolder = endpoint.write({
  route: "PATCH /channel_folders/:channel_folder_id",
  summary: "Update or archive a channel folder",
  description:
    "Omitted parameters stay unchanged. Either every change is made or none. A folder can be archived only if " +
    "it contains no channels.",
  access: "admin",
  params: z.object({ channel_folder_id: channelFolderId().describe("Id of the folder.") }),
  input: z
    .object({
      name: text({ max: MAX_FOLDER_NAME_LENGTH, allowUnstorable: true }).describe(
        "Unique in the organization, ignoring case.",
      ),
      description: text({ max: MAX_FOLDER_DESCRIPTION_LENGTH }).describe("Markdown source; may be empty."),
      is_archived: bool().describe("Whether the folder is archived. Channels cannot be moved to an archived folder."),
    })
    .partial(),
  response: z.object({}),
  errors: [...folderNameErrors, InvalidFolderId, FolderInUse],
  prepare: (ctx, { input }) => prepareFolderTextUpdate(ctx, input),
  async handler(ctx, { params, input }, words) {
    await changeFolder(ctx, params.channel_folder_id, { ...words, is_archived: input.is_archived });
    return {};
  },
});
