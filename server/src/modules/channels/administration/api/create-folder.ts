import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { createFolder } from "#modules/channels/folders/actions/create-folder.ts";
import { folderNameErrors } from "#modules/channels/folders/errors.ts";
import { MAX_FOLDER_DESCRIPTION_LENGTH, MAX_FOLDER_NAME_LENGTH } from "#modules/channels/folders/folder-names.ts";
import { prepareFolderText } from "../folder-text.ts";
import { creationsLimit } from "#modules/users/core/rate-limits.ts";

export const createChannelFolder = endpoint.write({
  route: "POST /channel_folders/create",
  summary: "Create a channel folder",
  description: "The folder is added after the existing ones. Assign channels to it with `PATCH /streams/{stream_id}`.",
  access: "admin",
  limit: creationsLimit,
  input: z.object({
    name: text({ max: MAX_FOLDER_NAME_LENGTH, allowUnstorable: true }).describe(
      "Unique in the organization, ignoring case.",
    ),
    description: text({ max: MAX_FOLDER_DESCRIPTION_LENGTH }).describe("Markdown source; may be empty."),
  }),
  response: z.object({ channel_folder_id: z.int() }),
  errors: [...folderNameErrors],
  prepare: (ctx, { input }) => prepareFolderText(ctx, input),
  handler: async (ctx, _, draft) => ({ channel_folder_id: await createFolder(ctx, draft) }),
});
