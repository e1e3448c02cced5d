import { z } from "zod";
import { MessageSnapshot } from "@parlance/contract/entities/message.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { JsonPart, jsonList } from "#kernel/http/json-response.ts";
import { bool, int } from "#kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { mustReadMessage } from "#modules/messages/core/policy.ts";
import { readerOf } from "#modules/messages/core/message-viewer.ts";
import { EditHistoryDisabled } from "../errors.ts";
import { formerBytes, loadWithEdits } from "../queries.ts";
import { snapshotsOf } from "../history/history-snapshots.ts";

/** How many times as much work it is to compare texts as to send them. */
const COMPARING_EFFORT = 4;

/** `maxBytes`: what the snapshots may come to. */
export const history = (maxBytes: number): Endpoint =>
  endpoint.read({
    route: "GET /messages/:message_id/history",
    summary: "Get the edit history of a message",
    description:
      "Oldest first; the first snapshot is the message as sent. If the organization shows only moves, content " +
      "edits are omitted and all snapshots have the current content. Very long histories include only the newest " +
      "changes; the first snapshot is then the message before them.",
    access: "user",
    isLargeWork: true,
    cost: 0.5,
    params: z.object({ message_id: int().describe("Id of the message.") }),
    input: z.object({
      allow_empty_topic_name: bool().default(false).describe("False returns the display name of the empty topic."),
    }),
    response: z.object({ message_history: z.array(MessageSnapshot) }),
    errors: [InvalidMessages, EditHistoryDisabled],
    async handler({ db, realm, actor, startLargeWork }, { params, input }) {
      await mustReadMessage(db, await readerOf(db, realm, actor, false), params.message_id);
      const message = await loadWithEdits(db, realm.id, params.message_id);
      if (!message) throw new InvalidMessages();
      if (message.visibility === "none") throw new EditHistoryDisabled();
      await startLargeWork(COMPARING_EFFORT * formerBytes(message));
      const options = { allowEmptyTopicName: input.allow_empty_topic_name, maxBytes };
      const snapshots = await snapshotsOf(message, options);
      return { message_history: new JsonPart<MessageSnapshot[]>(jsonList(snapshots)) };
    },
  });
