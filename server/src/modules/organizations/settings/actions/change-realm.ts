import { isDeepStrictEqual } from "node:util";
import { endSessionsOfMethods } from "#modules/sign-in/sessions/actions/end-sessions.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { changeGroupSettings } from "#modules/groups/core/actions/settings/change-group-settings.ts";
import { refreshFullMembers } from "./refresh-full-members.ts";
import { lockGroupsShared, lockGroups } from "#modules/groups/core/group-locks.ts";
import { closeGuestQueues } from "@parlance/kernel/events/close-event-queues.ts";
import { loadGroupSettingValues } from "#modules/groups/core/settings/group-settings.ts";
import { NoAuthenticationMethod } from "../errors.ts";
import {
  type LoginMethodSwitches,
  type ExternalMethodName,
  isLoginMethodEnabled,
  leavesLoginMethod,
  loginMethods,
} from "#modules/organizations/core/authentication-methods.ts";
import { storeRealm } from "#modules/organizations/core/actions/store-realm.ts";
import { loginMethodsChanged, realmChanged, realmPermissionsChanged } from "#modules/organizations/core/events.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import type { RealmChange } from "../realm-change.ts";
import {
  realmSettingDefaults,
  resolveRealmSettings,
  type RealmSettings,
} from "#modules/organizations/core/organization-settings.ts";

/**
 * Changes an organization, publishes the changes to all its users, and records them in the audit log. Ends the sessions
 * of login methods that become disabled. Returns the settings that changed, with their new values. `external` lists the
 * external login methods that the server supports.
 * @throws NoAuthenticationMethod, ExpectationMismatch, or one of `groupSettingErrors`
 */
export async function changeRealm(
  tx: Tx,
  actor: Actor,
  request: RealmChange,
  now: Date,
  external: readonly ExternalMethodName[] = [],
): Promise<Readonly<Record<string, unknown>>> {
  const { realmId } = actor;
  if (request.settings.waiting_period_threshold !== undefined) await lockGroups(tx, realmId);
  else if (Object.keys(request.permissions).length > 0) await lockGroupsShared(tx, realmId);
  const row = await lockRealm(tx, realmId);
  const before = { ...resolveRealmSettings(row.settings), name: row.name, description: row.description };
  const plain = changedSettings(before, request);
  const ways = plain.authentication_methods;
  if (ways && !leavesLoginMethod(ways, external)) throw new NoAuthenticationMethod();
  if (Object.keys(plain).length > 0) await store(tx, row, plain);

  const target = { realmId, scope: "realm", scopeId: realmId } as const;
  const groupsBefore = (await loadGroupSettingValues(tx, "realm", realmId, [realmId])).get(realmId);
  const permissions = await changeGroupSettings(tx, target, request.permissions);

  for (const [property, value] of Object.entries({ ...plain, authentication_methods: undefined })) {
    if (value !== undefined) emit(tx, toEveryone(realmId), realmChanged(property, value));
  }
  if (ways) emit(tx, toEveryone(realmId), loginMethodsChanged(ways, external));
  if (Object.keys(permissions).length > 0) emit(tx, toEveryone(realmId), realmPermissionsChanged(permissions));
  if (ways) await endSessionsOfMethods(tx, realmId, disabledMethods(before.authentication_methods, ways));
  if (permissions.can_access_all_users_group !== undefined) await closeGuestQueues(tx, realmId);
  if (plain.waiting_period_threshold !== undefined) await refreshFullMembers(tx, realmId, now);
  const after = { ...plain, ...permissions };
  if (Object.keys(after).length > 0) {
    const was = { ...before, ...groupsBefore } as Readonly<Record<string, unknown>>;
    await recordAct(tx, {
      realmId,
      actorId: actor.id,
      act: "realm.settings_changed",
      targetId: realmId,
      before: Object.fromEntries(Object.keys(after).map((name) => [name, was[name]])),
      after,
      now,
    });
  }
  return after;
}

const disabledMethods = (before: LoginMethodSwitches, after: LoginMethodSwitches): string[] =>
  loginMethods.filter((method) => isLoginMethodEnabled(before, method) && !isLoginMethodEnabled(after, method));

type PlainSettings = Partial<RealmSettings & { name: string; description: string }>;

function changedSettings(before: PlainSettings, { name, description, settings }: RealmChange): PlainSettings {
  const methods = settings.authentication_methods;
  const wanted = {
    ...settings,
    ...(methods ? { authentication_methods: changedMethods(before.authentication_methods ?? {}, methods) } : {}),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
  const was = before as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(wanted).filter(([one, value]) => !isDeepStrictEqual(was[one], value)));
}

/** Returns the stored switches of login methods, updated with the choices that change anything. */
function changedMethods(before: LoginMethodSwitches, chosen: LoginMethodSwitches): LoginMethodSwitches {
  const other = loginMethods.filter(
    (one) => chosen[one] !== undefined && chosen[one] !== isLoginMethodEnabled(before, one),
  );
  return { ...before, ...Object.fromEntries(other.map((one) => [one, chosen[one] === true])) };
}

/**
 * Stores the changed name, description and settings. Of the settings, only those that differ from the defaults are
 * stored.
 */
async function store(tx: Tx, row: Pick<Row<"realm">, "id" | "settings">, change: PlainSettings): Promise<void> {
  const { name, description, ...settings } = change;
  const defaults = realmSettingDefaults as unknown as Readonly<Record<string, unknown>>;
  const changed = Object.entries({ ...(row.settings as object), ...settings }).filter(
    ([one, value]) => !isDeepStrictEqual(defaults[one], value),
  );
  await storeRealm(tx, row.id, { name, description, settings: Object.fromEntries(changed) });
}
