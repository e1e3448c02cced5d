import { roles } from "@parlance/contract/entities/roles.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { type AccountSnapshot, users } from "../snapshot/users-snapshot.ts";

/** Id of the spectator. No account has this id. */
const SPECTATOR_ID = 0;

/** Returns the actor for callers without an account: a guest without subscriptions. */
export const spectator = (realmId: number): Actor => ({
  id: SPECTATOR_ID,
  realmId,
  role: roles.guest,
  isBot: false,
  botType: null,
});

export const isSpectator = ({ id }: Pick<Actor, "id">): boolean => id === SPECTATOR_ID;

/** Returns the actor's account. For a spectator, returns an account without name, address and settings. */
export function accountOfActor(snapshot: OrganizationSnapshot, actor: Actor): AccountSnapshot {
  const known = snapshot.get(users).get(actor.id);
  if (known) return known;
  if (!isSpectator(actor)) throw new Error(`account ${actor.id} is not in realm ${snapshot.realmId}`);
  return {
    id: SPECTATOR_ID,
    realm_id: snapshot.realmId,
    role: actor.role,
    delivery_email: "",
    email_key: "",
    full_name: "",
    name_key: "",
    bot_type: null,
    bot_owner_id: null,
    is_active: true,
    is_system: false,
    timezone: "",
    avatar_name: null,
    avatar_version: 1,
    api_key_version: 0,
    rate_limits: null,
    joined_at: 0,
    settings: {},
  };
}
