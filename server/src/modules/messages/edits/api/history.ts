import { z } from "zod";
import { MessageSnapshot } from "@parlance/contract/entities/message.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { JsonFragment, encloseJsonList } from "@parlance/kernel/http/json-response.ts";
import { bool } from "@parlance/kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { assertCanReadMessage } from "#modules/messages/core/policy.ts";
import { resolveViewer } from "#modules/messages/core/message-viewer.ts";
import { EditHistoryDisabled } from "../errors.ts";
import { previousContentBytes, loadMessageWithEdits } from "../queries.ts";
import { createSnapshots } from "../history/history-snapshots.ts";
import { messageId } from "#modules/platform/parameters/identifying-parameters.ts";

/** Factor by which computing diffs makes a history more expensive than only sending its texts. */
const DIFF_COST_FACTOR = 4;

/** @param maxBytes maximum total size of the snapshots in a response */
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
    params: z.object({ message_id: messageId().describe("Id of the message.") }),
    input: z.object({
      allow_empty_topic_name: bool().default(false).describe("False returns the display name of the empty topic."),
    }),
    response: z.object({ message_history: z.array(MessageSnapshot) }),
    errors: [InvalidMessages, EditHistoryDisabled],
    async handler({ db, realm, actor, startLargeWork }, { params, input }) {
      await assertCanReadMessage(db, await resolveViewer(db, realm, actor, false), params.message_id);
      const message = await loadMessageWithEdits(db, realm.id, params.message_id);
      if (!message) throw new InvalidMessages();
      if (message.visibility === "none") throw new EditHistoryDisabled();
      await startLargeWork(DIFF_COST_FACTOR * previousContentBytes(message));
      const options = { allowEmptyTopicName: input.allow_empty_topic_name, maxBytes };
      const snapshots = await createSnapshots(message, options);
      return { message_history: new JsonFragment<MessageSnapshot[]>(encloseJsonList(snapshots)) };
    },
  });
