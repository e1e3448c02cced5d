import { but, everybody, users } from "../answers.ts";
import { row, type PermissionRow } from "../row.ts";

const INVALID_MESSAGE = "Invalid message(s)";

export const messageRows: readonly PermissionRow[] = [
  row("GET /messages", users(), { parameters: { anchor: "newest", num_before: 1, num_after: 0 } }),
  row("POST /messages", users(), ({ people }) => ({
    parameters: { type: "direct", to: [people.owner.id], content: "Hello" },
  })),
  // Of a public channel that guests are not in.
  row("GET /messages/{message_id}", but(users(), { guest: INVALID_MESSAGE }), async (stage) => {
    const channel = await stage.channel([stage.owner]);
    return { path: { message_id: await stage.owner.writes(channel) } };
  }),
  row("POST /messages/flags", users(), async (stage, role) => ({
    parameters: { messages: [await stage.messageTo(role)], op: "add", flag: "starred" },
  })),
  row("POST /register", users(), { parameters: { event_types: ["message"] } }),
  row("GET /events", users(), async (stage, role) => {
    if (role === "stranger") return { parameters: { queue_id: "none", last_event_id: -1, dont_block: true } };
    const { queueId, lastEventId } = await stage.people[role].registers();
    return { parameters: { queue_id: queueId, last_event_id: lastEventId, dont_block: true } };
  }),
  row("DELETE /events", users(), async (stage, role) => ({
    parameters: { queue_id: role === "stranger" ? "none" : (await stage.people[role].registers()).queueId },
  })),
  row("GET /server_settings", everybody()),
  row("POST /fetch_api_key", everybody("Your username or password is incorrect"), (stage) => ({
    parameters: { username: `${stage.fresh("nobody")}@example.com`, password: "wrong horse battery" },
  })),
  row("POST /dev_fetch_api_key", everybody("This operation is for development servers only."), {
    parameters: { username: "hamlet@example.com" },
  }),
];
