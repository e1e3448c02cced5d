import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { setPicture } from "../actions/set-picture.ts";

export const removeIcon = endpoint.write({
  route: "DELETE /realm/icon",
  summary: "Remove the organization's icon",
  description: "The organization then uses an icon that the server generates.",
  access: "admin",
  response: z.object({ icon_url: z.string() }),
  errors: [],
  async handler(ctx) {
    const { icon_url } = await setPicture(ctx, { kind: "icon", fileName: null });
    return { icon_url };
  },
});
