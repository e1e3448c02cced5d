import type { Insertable } from "kysely";
import { sql } from "kysely";
import type { Row, Schema, Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotReload } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { groupMembersAdded } from "@parlance/server/modules/groups/core/events.ts";
import { userAdded } from "@parlance/server/modules/users/core/events.ts";
import { toUserRecord } from "@parlance/server/modules/users/core/queries.ts";

type AccountRow = Row<"account">;

/**
 * The users of an organization that was created with the product's own actions. From the template, the users of further
 * organizations are created with few statements.
 */
export interface OrganizationTemplate {
  readonly host: string;
  /** The accounts, in the order of their creation. */
  readonly accounts: readonly AccountRow[];
  /** Groups of each user, by name. */
  readonly groups: readonly { readonly user_id: number; readonly name: string }[];
}

/** Loads an organization's accounts as a template. */
export async function loadOrganizationTemplate(tx: Tx, realmId: number, host: string): Promise<OrganizationTemplate> {
  const accounts = await tx.selectFrom("account").selectAll().where("realm_id", "=", realmId).orderBy("id").execute();
  const groups = await tx
    .selectFrom("user_group_member")
    .innerJoin("user_group", "user_group.id", "group_id")
    .select(["user_id", "name"])
    .where("realm_id", "=", realmId)
    .where("name", "is not", null)
    .$narrowType<{ name: string }>()
    .orderBy("user_group.id")
    .execute();
  return { host, accounts, groups };
}

interface NewOrganization {
  readonly realmId: number;
  readonly host: string;
  readonly now: Date;
}

/**
 * Creates the template's accounts in a new organization, with the same rows and events that the product's own actions
 * would create.
 */
export async function createAccountsFromTemplate(
  tx: Tx,
  model: OrganizationTemplate,
  organization: NewOrganization,
): Promise<AccountRow[]> {
  recordSnapshotReload(tx, organization.realmId);
  const idOf = new Map<number, number>();
  const opened: AccountRow[] = [];
  for (const isBot of [false, true]) {
    const originals = model.accounts.filter((account) => (account.bot_type !== null) === isBot);
    const copies = originals.map((account) => copyAccount(account, model, organization, idOf));
    const rows = await tx.insertInto("account").values(copies).returningAll().execute();
    for (const [index, { id }] of originals.entries()) idOf.set(id, (rows[index] as AccountRow).id);
    opened.push(...rows);
  }
  await addToGroups(tx, model, organization, idOf, opened);
  return opened;
}

function copyAccount(
  { id: _, settings, ...account }: AccountRow,
  model: OrganizationTemplate,
  { realmId, host, now }: NewOrganization,
  idOf: ReadonlyMap<number, number>,
): Insertable<Schema["account"]> {
  const moved = (address: string) => address.replace(model.host, host);
  return {
    ...account,
    realm_id: realmId,
    delivery_email: moved(account.delivery_email),
    email_key: moved(account.email_key),
    bot_owner_id: account.bot_owner_id === null ? null : (idOf.get(account.bot_owner_id) ?? null),
    date_joined: now,
    settings: JSON.stringify(settings),
  };
}

async function addToGroups(
  tx: Tx,
  { groups }: OrganizationTemplate,
  { realmId, host }: NewOrganization,
  idOf: ReadonlyMap<number, number>,
  accounts: readonly AccountRow[],
): Promise<void> {
  const { rows } = await sql<{ group_id: number; user_id: number }>`
    insert into user_group_member (group_id, user_id)
    select user_group.id, joining.user_id
    from unnest(${groups.map(({ user_id }) => idOf.get(user_id))}::int[], ${groups.map(({ name }) => name)}::text[])
      as joining (user_id, name)
    join user_group on user_group.realm_id = ${realmId} and user_group.name = joining.name
    returning group_id, user_id`.execute(tx);
  for (const account of accounts) {
    emit(tx, toEveryone(realmId), userAdded(toUserRecord(account), { url: `http://${host}` }));
    const joined = rows.filter(({ user_id }) => user_id === account.id).map(({ group_id }) => group_id);
    for (const id of joined.toSorted((a, b) => a - b)) {
      emit(tx, toEveryone(realmId), groupMembersAdded(id, [account.id]));
    }
  }
}
