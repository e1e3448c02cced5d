import { BenchOrganization, type BenchUser } from "./bench-organization.ts";
import type { Postgres } from "./postgres.ts";
import { addHistory } from "./testkit.ts";

const DEFAULT_SIZE = { messages: 1_000_000, users: 1000, channels: 400, conversations: 3000 };

/** An organization with years behind it. */
export interface LargeHistory {
  readonly organization: BenchOrganization;
  /** Sees everything. */
  readonly busyUser: BenchUser;
  /** Sees three small channels. */
  readonly quietUser: BenchUser;
}

/** An organization of a million messages, or of some other number. A million take some minutes. */
export async function createLargeHistory(
  postgres: Pick<Postgres, "createDatabase">,
  messages = DEFAULT_SIZE.messages,
): Promise<LargeHistory> {
  const organization = await BenchOrganization.create(postgres);
  const { busyUserId, quietUserId } = await addHistory(organization.db, organization.realmId, {
    ...DEFAULT_SIZE,
    messages,
  });
  await organization.flushStatistics();
  return {
    organization,
    busyUser: await organization.createUserSession(busyUserId),
    quietUser: await organization.createUserSession(quietUserId),
  };
}
