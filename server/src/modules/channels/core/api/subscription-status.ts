import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { accessUser } from "#modules/users/core/visibility/access-user.ts";
import { InvalidChannelId } from "../errors.ts";
import { accessChannel } from "../policy.ts";
import { isSubscribed } from "../queries.ts";
import { channelId, userId } from "#modules/platform/parameters/identifying-parameters.ts";

export const subscriptionStatus = endpoint.read({
  route: "GET /users/:user_id/subscriptions/:stream_id",
  summary: "Get a user's subscription status",
  description: "Works for every user and channel that the caller can see. Deactivated users have no subscriptions.",
  access: "user",
  params: z.object({
    user_id: userId().describe("Id of the user."),
    stream_id: channelId().describe("Id of the channel."),
  }),
  response: z.object({ is_subscribed: z.boolean() }),
  errors: [NoSuchUser, InvalidChannelId],
  async handler({ db, snapshot, actor }, { params }) {
    await accessUser(db, actor, params.user_id);
    const channel = accessChannel(snapshot, actor, params.stream_id, "metadata");
    return { is_subscribed: await isSubscribed(db, channel.id, params.user_id) };
  },
});
