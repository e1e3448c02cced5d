import { sql } from "kysely";
import type { EmailVisibility } from "@parlance/contract/entities/email-visibility.ts";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import type { ChannelViewer } from "#modules/channels/core/access/channel-access.ts";
import { acquireChannelLocks } from "#modules/channels/core/channel-locks.ts";
import { loadDefaultChannelIds } from "#modules/channels/core/queries.ts";
import { assertEmailAllowed } from "#modules/organizations/core/email-rules.ts";
import { lockGroupsShared, lockGroups } from "#modules/groups/core/group-locks.ts";
import { createUser } from "./create-user.ts";
import { parseFullName } from "#modules/users/core/full-names.ts";
import { lockNamesIfUnique, assertNameUnique } from "#modules/users/accounts/new-account-checks.ts";
import type { StoredUserSettings } from "#modules/users/core/settings/user-settings.ts";
import { welcomeNewUser } from "#modules/messages/welcome/actions/welcome-new-user.ts";
import { markInvitationUsed } from "#modules/invitations/actions/mark-invitation-used.ts";
import { InvitationNotUsable } from "#modules/invitations/errors.ts";
import { invitesChanged, invitationAudience } from "#modules/invitations/events.ts";
import {
  type InvitationDetails,
  loadInvitation,
  offeredRole,
  invitationState,
} from "#modules/invitations/invitation.ts";
import { filterOfferedChannels, filterOfferedGroups } from "#modules/invitations/policy.ts";

export interface InvitationSignup {
  readonly realm: RealmContext;
  /** The invitation's key from the email. Keys of invite links are not accepted. */
  readonly key: string;
  readonly fullName: string;
  /** Null if the account cannot log in with a password. */
  readonly passwordHash: string | null;
  /** IANA name of the time zone. Empty if unknown. */
  readonly timezone?: string;
  /** Default: the organization's setting. */
  readonly emailVisibility?: EmailVisibility;
  readonly now: Date;
}

/** The function of the organization snapshots that is needed to decide what the inviter may still offer. */
export type CommittedSnapshots = Pick<OrganizationSnapshots, "committed">;

const NO_INVITER_ID = 0;

/**
 * Creates an account from an invitation. The new user gets the offered role, channels and groups, as far as the inviter
 * may still offer them. Some recent messages are marked as unread for the user, and welcome messages are sent. The
 * inviter, if the invitation says so, and the organization's channel for new users receive a notice. If several
 * requests use an invitation at the same time, only one succeeds.
 * @returns the new account
 * @throws InvitationNotUsable
 * @throws EmailInUse
 * @throws one of `emailRuleErrors`, or an error about the name (`newAccountErrors`)
 */
export async function joinWithInvitation(
  tx: Tx,
  joining: InvitationSignup,
  snapshots: CommittedSnapshots,
): Promise<Row<"account">> {
  const { realm, now } = joining;
  // The offer of an invitation never changes, so the groups can be locked before the invitation.
  const offered = await loadInvitation(tx, realm.id, joining.key);
  if (offered && offered.group_ids.length > 0) await lockGroups(tx, realm.id);
  else await lockGroupsShared(tx, realm.id);
  const areNamesUnique = await lockNamesIfUnique(tx, realm.id);
  const invitation = await lockInvitation(tx, realm.id, joining.key, now);
  await assertEmailAllowed(tx, realm.id, invitation.email);
  const fullName = parseFullName(joining.fullName);
  if (areNamesUnique) await assertNameUnique(tx, realm.id, fullName);

  await markInvitationUsed(tx, invitation.id, now);
  const groupIds = await invitedGroupIds(tx, invitation, snapshots);
  const channelIds = await lockInvitedChannels(tx, invitation, snapshots);
  const account = await createUser(tx, {
    realm,
    fullName,
    email: invitation.email,
    role: offeredRole(invitation),
    passwordHash: joining.passwordHash,
    timezone: joining.timezone ?? "",
    settings: initialSettings(joining),
    channelIds,
    groupIds,
    now,
  });
  await announceAcceptance(tx, invitation, account, now);
  await welcomeNewUser(tx, {
    realm,
    account,
    referrerId: invitation.notify_referrer ? invitation.referrer_id : null,
    text: invitation.welcome_text,
    now,
  });
  return account;
}

type EmailInvitation = InvitationDetails & { readonly email: string };

/**
 * Locks the invitation, the invite link with which it was requested, and all other open invitations to the same
 * address, so that none of them is revoked or used during the transaction. Locks in ascending order, as all
 * transactions that lock several invitations do.
 */
async function lockInvitation(tx: Tx, realmId: number, key: string, now: Date): Promise<EmailInvitation> {
  await sql`
    with asked as (
      select id, link_id, email_key from invitation where realm_id = ${realmId} and key = ${key}
    ), wanted as (
      select id from asked
      union select link_id from asked
      union
      select other.id from asked join invitation other on other.realm_id = ${realmId}
        and other.email_key = asked.email_key and other.used_at is null and other.revoked_at is null
    )
    select from invitation where id in (select id from wanted) order by id for no key update`.execute(tx);
  const invitation = await loadInvitation(tx, realmId, key);
  const state = invitationState(invitation, now);
  if (!invitation || invitation.email === null) throw new InvitationNotUsable({ state: "unknown" });
  if (state !== "usable") throw new InvitationNotUsable({ state });
  return { ...invitation, email: invitation.email };
}

async function invitedGroupIds(tx: Tx, invitation: EmailInvitation, snapshots: CommittedSnapshots): Promise<number[]> {
  const { realm_id, group_ids } = invitation;
  if (group_ids.length === 0) return [];
  const groups = await tx
    .selectFrom("user_group")
    .select(["id", "is_system"])
    .where("realm_id", "=", realm_id)
    .where("id", "=", sql<number>`any(${group_ids}::int[])`)
    .where("is_deactivated", "=", false)
    .orderBy("id")
    .execute();
  if (invitation.is_vouched_for) return groups.filter(({ is_system }) => !is_system).map(({ id }) => id);
  return filterOfferedGroups(await snapshots.committed(tx, realm_id), inviterOf(invitation), groups);
}

/**
 * Returns the inviter with the inviter's present role. If the invitation has no inviter, it offers no channels or
 * groups whose permissions need to be checked.
 */
const inviterOf = ({ realm_id: realmId, inviter_id, inviter_role, role }: EmailInvitation): ChannelViewer => ({
  id: inviter_id ?? NO_INVITER_ID,
  realmId,
  role: inviter_role ?? (role as Role),
});

async function lockInvitedChannels(
  tx: Tx,
  invitation: EmailInvitation,
  snapshots: CommittedSnapshots,
): Promise<number[]> {
  const { realm_id, channel_ids, include_default_channels: withDefaults } = invitation;
  const defaults = withDefaults ? await loadDefaultChannelIds(tx, realm_id) : [];
  if (channel_ids.length + defaults.length === 0) return [];
  await acquireChannelLocks(tx, realm_id, { ids: [...channel_ids, ...defaults] });
  const snapshot = channel_ids.length > 0 ? await snapshots.committed(tx, realm_id) : null;
  const offered = snapshot ? filterOfferedChannels(snapshot, inviterOf(invitation), channel_ids) : [];
  const channels = await tx
    .selectFrom("channel")
    .select("id")
    .where("realm_id", "=", realm_id)
    .where("id", "=", sql<number>`any(${[...offered, ...defaults]}::int[])`)
    .where("is_archived", "=", false)
    .orderBy("id")
    .execute();
  return channels.map(({ id }) => id);
}

const initialSettings = ({ emailVisibility }: InvitationSignup): StoredUserSettings =>
  emailVisibility === undefined ? {} : { email_address_visibility: emailVisibility };

/**
 * Records in the audit log that the invitation was accepted. For an invitation sent by email, also emits an event to
 * the users who can see it. Does nothing if there is no inviter: the server itself creates such an invitation for a
 * user who joins without having been invited.
 */
async function announceAcceptance(
  tx: Tx,
  invitation: EmailInvitation,
  account: Row<"account">,
  now: Date,
): Promise<void> {
  const { realm_id: realmId, inviter_id: inviterId, id, link_id: linkId, email } = invitation;
  if (inviterId === null) return;
  if (linkId === null) emit(tx, invitationAudience(realmId, [inviterId]), invitesChanged());
  await recordAct(tx, {
    realmId,
    actorId: account.id,
    act: "invitation.accepted",
    targetId: linkId ?? id,
    after: { email, invited_as: account.role },
    now,
  });
}
