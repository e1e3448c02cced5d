import { z } from "zod";
import { ChannelFolder } from "@parlance/contract/nouns/channel-folders.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool } from "@parlance/kernel/http/params.ts";
import { listFolders } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /channel_folders",
  summary: "List channel folders",
  description: "Archived folders are included only on request.",
  access: "user",
  input: z.object({ include_archived: bool().default(false).describe("Whether to include archived folders.") }),
  response: z.object({ channel_folders: z.array(ChannelFolder).describe("Sorted by `order`.") }),
  errors: [],
  async handler({ db, realm }, { input }) {
    const folders = await listFolders(db, realm.id);
    return { channel_folders: folders.filter(({ is_archived }) => !is_archived || input.include_archived) };
  },
});
