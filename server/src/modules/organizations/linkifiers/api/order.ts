import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { orderLinkifiers } from "../actions/order-linkifiers.ts";
import { IncompleteOrder } from "../errors.ts";
import { linkifierId } from "#modules/platform/parameters/identifying-parameters.ts";

export const order = endpoint.write({
  route: "PATCH /realm/linkifiers",
  summary: "Reorder linkifiers",
  description: "Existing messages keep their links; the links of topics are recomputed for all users.",
  access: "admin",
  input: z.object({
    ordered_linkifier_ids: json(z.array(linkifierId())).describe(
      "Ids of all linkifiers, each once, in their new order.",
    ),
  }),
  response: z.object({}),
  errors: [IncompleteOrder],
  async handler(ctx, { input }) {
    await orderLinkifiers(ctx, input.ordered_linkifier_ids);
    return {};
  },
});
