import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { setPicture } from "../actions/set-picture.ts";
import { kindOfLogo, logoInput } from "../logo-input.ts";

export const removeLogo = endpoint.write({
  route: "DELETE /realm/logo",
  summary: "Remove the organization's logo",
  description:
    "Removes the logo for the light or the dark theme. The organization then uses the server's default logo.",
  access: "admin",
  input: logoInput,
  response: z.object({}),
  errors: [],
  async handler(ctx, { input }) {
    await setPicture(ctx, { kind: kindOfLogo(input), fileName: null });
    return {};
  },
});
