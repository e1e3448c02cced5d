import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { orderFolders } from "../actions/order-folders.ts";
import { InvalidFolderOrder } from "../errors.ts";
import { channelFolderId } from "#modules/platform/parameters/identifying-parameters.ts";

export const order = endpoint.write({
  route: "PATCH /channel_folders",
  summary: "Reorder channel folders",
  description: "Changes the order for all users.",
  access: "admin",
  input: z.object({
    order: json(z.array(channelFolderId()))
      .optional()
      .describe(
        "Ids of all folders, archived ones included, each once, in their new order; if omitted, the order stays " +
          "unchanged.",
      ),
  }),
  response: z.object({}),
  errors: [InvalidFolderOrder],
  async handler(ctx, { input }) {
    if (input.order) await orderFolders(ctx, input.order);
    return {};
  },
});
