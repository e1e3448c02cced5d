import { roles } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { assertEmailAllowed } from "#modules/organizations/core/email-rules.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import { EmailInUse } from "#modules/users/core/errors.ts";
import { findUserByRealEmail } from "#modules/users/core/queries.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import type { ActName } from "#modules/platform/audit-log/audited-acts.ts";
import { lockGroups } from "#modules/groups/core/group-locks.ts";
import { welcomeNewUser } from "#modules/messages/welcome/actions/welcome-new-user.ts";
import { createUserAsAdmin } from "#modules/users/accounts/actions/creation/create-user-as-admin.ts";
import { changeEmail } from "#modules/users/accounts/actions/email-change/change-email.ts";
import { deactivateUser } from "#modules/users/accounts/actions/deactivate-user.ts";
import { renameUser } from "#modules/users/accounts/actions/rename-user.ts";
import { setRole } from "#modules/users/accounts/actions/set-role.ts";
import { parseNewAccount, lockNamesIfUnique } from "#modules/users/accounts/new-account-checks.ts";
import { lockUser } from "#modules/users/accounts/user-locks.ts";
import { reactivateUser } from "#modules/users/administration/actions/reactivate-user.ts";
import { notFound, ScimError } from "../errors.ts";
import type { UserDraft } from "../users/user-draft.ts";
import { findByUserName, findScimUser, type ScimUser } from "../users/users.ts";
import { storeUserDeleted, storeUserSync } from "./store-sync-data.ts";

export interface ScimSyncContext {
  readonly realm: RealmContext;
  readonly now: Date;
}

/**
 * Creates an account for a directory's user, or restores the account that the directory had deleted. A new account is
 * always active first: if the directory says that the user is inactive, the account is deactivated in a second
 * transaction, which takes its locks in the usual order.
 * @returns its id
 * @throws ScimError, `newAccountErrors`, `emailRuleErrors`, EmailInUse
 */
export async function createFromDirectory(tx: Tx, draft: UserDraft, sync: ScimSyncContext): Promise<number> {
  const { realm, now } = sync;
  await lockGroups(tx, realm.id);
  const former = await findNamesake(tx, realm.id, draft);
  if (former) {
    const isBack = !former.isActive && former.isDeactivatedByDirectory && (await isDeleted(tx, realm.id, former.id));
    if (!isBack) throw new EmailInUse();
    return changeFromDirectory(tx, former.id, draft, sync);
  }
  const account = await parseNewAccount(draft);
  await assertEmailAllowed(tx, realm.id, account.email);
  const role = draft.role ?? roles.member;
  const newcomer = await createUserAsAdmin(tx, { realm, role, passwordHash: null, actorId: null, now, ...account });
  await storeUserSync(tx, { ...draft, realmId: realm.id, userId: newcomer.id });
  if (draft.isActive) await welcomeNewUser(tx, { realm, account: newcomer, referrerId: null, text: null, now });
  return newcomer.id;
}

async function findNamesake(tx: Tx, realmId: number, { userName, email }: UserDraft): Promise<ScimUser | undefined> {
  const named = await findByUserName(tx, realmId, emailKey(userName));
  if (named) return named;
  const account = await findUserByRealEmail(tx, realmId, email);
  if (account && account.bot_type !== null) throw new EmailInUse();
  return account && findScimUser(tx, realmId, account.id, { deletedToo: true });
}

const isDeleted = async (tx: Tx, realmId: number, id: number): Promise<boolean> =>
  (await findScimUser(tx, realmId, id)) === undefined;

/**
 * Updates the properties of an account that differ from the directory's data.
 * @returns its id
 * @throws ScimError, EmailInUse, LastOwner, OnlyOwnerCannotLeave, UniqueNamesRequired, `emailRuleErrors`, errors of
 * names
 */
export async function changeFromDirectory(
  tx: Tx,
  id: number,
  draft: UserDraft,
  { realm, now }: ScimSyncContext,
): Promise<number> {
  await lockUser(tx, realm.id, id);
  const before = await findScimUser(tx, realm.id, id, { deletedToo: true });
  if (!before) throw notFound("user");
  if (draft.isActive && !before.isActive && !before.isDeactivatedByDirectory) {
    throw new ScimError(403, "This account was deactivated by an administrator and can only be reactivated by one");
  }
  await assertUserNameAvailable(tx, realm.id, id, draft);
  const { fullName, email } = await parseNewAccount(draft);
  const isRenamed = fullName !== before.fullName;
  const record = (act: ActName, was: object, is: object): Promise<void> =>
    recordAct(tx, { realmId: realm.id, actorId: null, act, targetId: id, before: { ...was }, after: { ...is }, now });
  if (email !== before.email) {
    if (emailKey(email) !== emailKey(before.email)) await assertEmailAllowed(tx, realm.id, email);
    await changeEmail(tx, { realm, userId: id, email });
    await record("user.email_changed", { delivery_email: before.email }, { delivery_email: email });
  }
  // Names must be locked before channels. Changing the role locks channels.
  if (isRenamed) await lockNamesIfUnique(tx, realm.id);
  if (draft.role !== null) await setRole(tx, { realmId: realm.id, userId: id, role: draft.role, actorId: null, now });
  if (isRenamed) {
    await renameUser(tx, { realmId: realm.id, userId: id, fullName });
    await record("user.renamed", { full_name: before.fullName }, { full_name: fullName });
  }
  await storeUserSync(tx, { ...draft, email, realmId: realm.id, userId: id });
  await setActive(tx, before, draft.isActive, { realm, now });
  return id;
}

async function assertUserNameAvailable(tx: Tx, realmId: number, id: number, { userName }: UserDraft): Promise<void> {
  const namesake = await findByUserName(tx, realmId, emailKey(userName));
  if (namesake && namesake.id !== id)
    throw new ScimError(409, "This userName is already used by another account", "uniqueness");
}

async function setActive(
  tx: Tx,
  { id, isActive }: ScimUser,
  wanted: boolean,
  { realm, now }: ScimSyncContext,
): Promise<void> {
  if (wanted === isActive) return;
  if (wanted) await reactivateUser(tx, { realmId: realm.id, request: null, userId: id, now });
  else await deactivateUser(tx, { realm, actorId: null, userId: id, isByDirectory: true, now });
}

/** Deactivates a user who is not active in the directory, if the account exists. */
export async function deactivateFromDirectory(tx: Tx, id: number, { realm, now }: ScimSyncContext): Promise<void> {
  await lockGroups(tx, realm.id);
  const person = await findScimUser(tx, realm.id, id);
  if (person) await setActive(tx, person, false, { realm, now });
}

/**
 * Deactivates a user whom the directory has deleted. The directory's requests no longer find the user then.
 * @throws ScimError, OnlyOwnerCannotLeave
 */
export async function deleteFromDirectory(tx: Tx, id: number, { realm, now }: ScimSyncContext): Promise<void> {
  await lockGroups(tx, realm.id);
  const person = await findScimUser(tx, realm.id, id);
  if (!person) throw notFound("user");
  await setActive(tx, person, false, { realm, now });
  await storeUserDeleted(tx, realm.id, id);
}
