import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { directKey, findDirectRecipients } from "#modules/messages/recipients/direct-recipients.ts";
import type { Outgoing } from "../outgoing-message.ts";
import { sendingRights } from "./send-permission.ts";
import { loadTopicParticipants } from "../context/topic-participants.ts";

/**
 * Throws what sending a message would be refused with now, by the rule of sending itself: for one that is not sent yet.
 * Sending asks again.
 */
export async function mustBeSendable(db: Reader, directory: Directory, outgoing: Outgoing): Promise<void> {
  const { draft, realm } = outgoing;
  const participants = (await loadTopicParticipants(db, [draft])).get(0)?.length ?? 0;
  const key = draft.to.kind === "direct" ? directKey(draft.to.userIds) : undefined;
  const haveTalked = key !== undefined && (await findDirectRecipients(db, realm.id, [key])).has(key);
  const [problem] = sendingRights(directory, [outgoing], {
    participants: () => participants,
    haveTalked: () => haveTalked,
  });
  if (problem) throw problem;
}
