import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id, json } from "#kernel/http/params.ts";
import { orderFields } from "../actions/order-fields.ts";
import { InvalidOrder } from "../errors.ts";

export const order = endpoint.write({
  route: "PATCH /realm/profile_fields",
  summary: "Put the profile fields into another order",
  access: "admin",
  input: z.object({ order: json(z.array(id())).describe("The ids of all fields, each once, in their new order") }),
  response: z.object({}),
  errors: [InvalidOrder],
  async handler(ctx, { input }) {
    await orderFields(ctx, input.order);
    return {};
  },
});
