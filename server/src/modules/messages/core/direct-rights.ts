import type { AppError } from "#kernel/errors.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor } from "#kernel/http/context.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { groups, storedSettings } from "#modules/groups/core/groups-snapshot.ts";
import { holdsIn } from "#modules/groups/core/settings/group-settings.ts";
import { DirectMessagesDisabled, MayNotInitiateConversation, NobodyAuthorizesConversation } from "./errors.ts";

interface Conversation {
  readonly sender: Pick<Actor, "id" | "isBot">;
  readonly userIds: readonly number[];
}

const PERMISSION = "direct_message_permission_group" as const;
const INITIATOR = "direct_message_initiator_group" as const;

/** Whether an organization limits who may write to whom: by default everybody may. */
function limitsDirectMessages(directory: Directory): boolean {
  const stored = directory.of(storedSettings);
  const isStored = (setting: string) => stored.get("realm", directory.realmId, setting) !== undefined;
  return isStored(PERMISSION) || isStored(INITIATOR);
}

/**
 * Null where the organization allows a direct message, else why not. `haveTalked`: whether these people have a direct
 * conversation already; asked for where it matters.
 */
export function directMessageRight(
  directory: Directory,
  { sender, userIds }: Conversation,
  haveTalked: () => boolean,
): AppError | null {
  if (!limitsDirectMessages(directory)) return null;
  const known = directory.of(people);
  const isBot = (id: number) => (known.get(id)?.bot_type ?? null) !== null;
  // Bots may write to anybody, and everybody to bots and to themselves.
  if (sender.isBot || userIds.every((id) => id === sender.id || isBot(id))) return null;
  const holds = (userId: number, setting: typeof PERMISSION | typeof INITIATOR) =>
    holdsIn(directory, { userId, scope: "realm", scopeId: directory.realmId, setting });
  if (!userIds.some((userId) => holds(userId, PERMISSION)))
    return isNobody(directory) ? new DirectMessagesDisabled() : new NobodyAuthorizesConversation();
  return holds(sender.id, INITIATOR) || haveTalked() ? null : new MayNotInitiateConversation();
}

function isNobody(directory: Directory): boolean {
  const holder = directory.of(storedSettings).get("realm", directory.realmId, PERMISSION);
  return holder !== undefined && directory.of(groups).get(holder)?.name === "role:nobody";
}
