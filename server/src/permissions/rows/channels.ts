import { but, fullMembers, members, NOT_FOR_GUESTS, users } from "../answers.ts";
import { row, type PermissionRow } from "../row.ts";

const INVALID_CHANNEL = "Invalid channel ID";
const unseenByGuests = but(users(), { guest: INVALID_CHANNEL });

export const channelRows: readonly PermissionRow[] = [
  row("POST /channels/create", but(fullMembers(), { guest: NOT_FOR_GUESTS }), (stage) => ({
    parameters: { name: stage.fresh("stage"), subscribers: [] },
  })),
  row("GET /streams", users()),
  row("GET /streams/{stream_id}", unseenByGuests, async (stage) => ({ path: { stream_id: await stage.channel() } })),
  row("GET /get_stream_id", but(users(), { guest: "Invalid channel name 'channel6'" }), async (stage) => {
    const name = stage.fresh("channel");
    await stage.owner.creates(name);
    return { parameters: { stream: name } };
  }),
  row("GET /users/me/{stream_id}/topics", unseenByGuests, async (stage) => ({
    path: { stream_id: await stage.channel() },
  })),
  row("GET /users/me/subscriptions", users()),
  row("POST /users/me/subscriptions", members(), async (stage) => {
    const name = stage.fresh("channel");
    await stage.owner.creates(name);
    return { parameters: { subscriptions: [{ name }] } };
  }),
  row("DELETE /users/me/subscriptions", users(), async (stage, role) => {
    const name = stage.fresh("channel");
    await stage.owner.creates(name, role === "stranger" ? [] : [stage.people[role]]);
    return { parameters: { subscriptions: [name] } };
  }),
];
