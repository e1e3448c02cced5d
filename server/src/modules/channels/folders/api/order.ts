import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id, json } from "#kernel/http/params.ts";
import { orderFolders } from "../actions/order-folders.ts";
import { InvalidFolderOrder } from "../errors.ts";

export const order = endpoint.write({
  route: "PATCH /channel_folders",
  summary: "Put the channel folders into another order",
  access: "admin",
  input: z.object({
    order: json(z.array(id()))
      .optional()
      .describe("The ids of all folders, archived ones too, each once, in their new order; absent: as it is"),
  }),
  response: z.object({}),
  errors: [InvalidFolderOrder],
  async handler(ctx, { input }) {
    if (input.order) await orderFolders(ctx, input.order);
    return {};
  },
});
