import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { BadValue } from "#kernel/http/errors.ts";
import { id } from "#kernel/http/params.ts";
import { changeChannel, channelChangeErrors } from "../actions/change-channel.ts";
import { changeInput, changeOf } from "../change-input.ts";
import { draftWords } from "../channel-draft.ts";

export const change = endpoint.write({
  route: "PATCH /streams/:stream_id",
  summary: "Change a channel",
  description:
    "Only what is sent changes, all of it or nothing. It takes the right to administer the channel; who can read it, " +
    "and who may come in, is decided only by those who can read it themselves. Settings that name people take " +
    "`{ new, old }`. The notification bot tells of it in the channel.",
  access: "user",
  params: z.object({ stream_id: id() }),
  input: changeInput,
  response: z.object({}),
  errors: [BadValue, ...channelChangeErrors],
  prepare: ({ db, actor }, { input }) =>
    draftWords(db, actor, { name: input.new_name, description: input.description }),
  async handler(ctx, { params, input }, words) {
    await changeChannel(ctx, params.stream_id, { ...changeOf(input), ...words });
    return {};
  },
});
