import { Organization, type Account } from "./bench-organization.ts";
import type { Postgres } from "./postgres.ts";
import { addHistory } from "./testkit.ts";

const MILLION = { messages: 1_000_000, people: 1000, channels: 400, conversations: 3000 };

/** An organization with years behind it. */
export interface OldOrganization {
  readonly organization: Organization;
  /** Sees everything. */
  readonly busy: Account;
  /** Sees three small channels. */
  readonly quiet: Account;
}

/** An organization of a million messages, or of some other number. A million take some minutes. */
export async function createOldOrganization(
  postgres: Pick<Postgres, "createDatabase">,
  messages = MILLION.messages,
): Promise<OldOrganization> {
  const organization = await Organization.create(postgres);
  const { busyId, quietId } = await addHistory(organization.db, organization.realmId, { ...MILLION, messages });
  await organization.settle();
  return {
    organization,
    busy: await organization.account(busyId),
    quiet: await organization.account(quietId),
  };
}
