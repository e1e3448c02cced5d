import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InvalidChannelId } from "../errors.ts";
import { accessChannel } from "../policy.ts";
import { loadSubscriberLists } from "../queries.ts";
import { channelId } from "#modules/platform/parameters/identifying-parameters.ts";

export const listSubscribers = endpoint.read({
  route: "GET /streams/:stream_id/members",
  summary: "List the subscribers of a channel",
  description: "The caller must be able to see the channel.",
  access: "user",
  params: z.object({ stream_id: channelId().describe("Id of the channel.") }),
  response: z.object({
    subscribers: z.array(z.int()).describe("Ids of all subscribers, sorted, deactivated users excluded."),
  }),
  errors: [InvalidChannelId],
  async handler({ db, snapshot, actor }, { params }) {
    const { id } = accessChannel(snapshot, actor, params.stream_id, "metadata");
    const lists = await loadSubscriberLists(db, actor.realmId, [id]);
    return { subscribers: lists.get(id) ?? [] };
  },
});
