import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { directKey, findDirectRecipients } from "#modules/messages/recipients/direct-recipients.ts";
import type { OutgoingMessage } from "../outgoing-message.ts";
import { sendPermissionErrors } from "./send-permission.ts";
import { loadTopicParticipants } from "../context/topic-participants.ts";

/**
 * Throws what sending a message would be refused with now, by the rule of sending itself: for one that is not sent yet.
 * Sending asks again.
 */
export async function assertCanSend(
  db: Reader,
  snapshot: OrganizationSnapshot,
  outgoing: OutgoingMessage,
): Promise<void> {
  const { draft, realm } = outgoing;
  const participants = (await loadTopicParticipants(db, [draft])).get(0)?.length ?? 0;
  const key = draft.to.kind === "direct" ? directKey(draft.to.userIds) : undefined;
  const haveTalked = key !== undefined && (await findDirectRecipients(db, realm.id, [key])).has(key);
  const [problem] = sendPermissionErrors(snapshot, [outgoing], {
    participants: () => participants,
    hasConversation: () => haveTalked,
  });
  if (problem) throw problem;
}
