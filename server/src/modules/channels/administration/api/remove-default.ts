import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { setDefault } from "../actions/set-default.ts";

export const removeDefaultChannel = endpoint.write({
  route: "DELETE /default_streams",
  summary: "No longer subscribe new accounts to a channel",
  access: "admin",
  input: z.object({ stream_id: id() }),
  response: z.object({}),
  errors: [InvalidChannelId],
  async handler(ctx, { input }) {
    await setDefault(ctx, input.stream_id, false);
    return {};
  },
});
