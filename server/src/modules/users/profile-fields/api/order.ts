import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { orderFields } from "../actions/order-fields.ts";
import { InvalidOrder } from "../errors.ts";
import { profileFieldId } from "#modules/platform/parameters/identifying-parameters.ts";

export const order = endpoint.write({
  route: "PATCH /realm/profile_fields",
  summary: "Reorder custom profile fields",
  description: "Changes the order for all users.",
  access: "admin",
  input: z.object({
    order: json(z.array(profileFieldId())).describe("Ids of all fields, each once, in their new order."),
  }),
  response: z.object({}),
  errors: [InvalidOrder],
  async handler(ctx, { input }) {
    await orderFields(ctx, input.order);
    return {};
  },
});
