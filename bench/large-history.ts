import { BenchOrganization, type BenchUser } from "./bench-organization.ts";
import type { Postgres } from "./postgres.ts";
import { addHistory } from "./testkit-exports.ts";

const DEFAULT_SIZE = { messages: 1_000_000, users: 1000, channels: 400, conversations: 3000 };

/** An organization with years of history. */
export interface LargeHistory {
  readonly organization: BenchOrganization;
  /** A user who has subscribed to all channels. */
  readonly busyUser: BenchUser;
  /** A user who has subscribed to three small channels. */
  readonly quietUser: BenchUser;
}

/** Creates an organization with a history of messages. Default: a million messages, which takes some minutes. */
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
