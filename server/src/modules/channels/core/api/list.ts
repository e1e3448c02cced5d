import { z } from "zod";
import { ChannelInList } from "@parlance/contract/entities/channel.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool } from "#kernel/http/params.ts";
import { required } from "#kernel/required.ts";
import { listChannels } from "../channel-list.ts";
import { QueryNotAuthorized } from "#kernel/http/errors.ts";
import { presentChannels } from "../presentation.ts";

export const list = endpoint.read({
  route: "GET /streams",
  summary: "List channels",
  description: "Returns every channel that one of the `include_` parameters asks for and that the caller may know of.",
  access: "user",
  cost: 0.5,
  input: z.object({
    include_public: bool().default(true),
    include_web_public: bool().default(false),
    include_subscribed: bool().default(true),
    exclude_archived: bool().default(true),
    include_all_active: bool().default(false).describe("All of the organization; administrators only"),
    include_all: bool().default(false).describe("All that the caller may know of"),
    include_default: bool().default(false).describe("Adds `is_default` to each channel"),
    include_owner_subscribed: bool().default(false).describe("For a bot: those that its owner is subscribed to"),
    include_can_access_content: bool().default(false).describe("All whose messages the caller can read"),
  }),
  response: z.object({ streams: z.array(ChannelInList) }),
  errors: [QueryNotAuthorized],
  async handler({ db, actor }, { input }) {
    const rows = await listChannels(db, actor, input);
    const presented = await presentChannels(db, actor.realmId, rows);
    return {
      streams: rows.map((row) => ({
        ...required(presented.get(row.id)),
        ...(input.include_default ? { is_default: row.is_default } : {}),
      })),
    };
  },
});
