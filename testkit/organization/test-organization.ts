import { randomBytes } from "node:crypto";
import { botTypes } from "@parlance/contract/entities/bot.ts";
import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import { deriveApiKey } from "@parlance/server/modules/sign-in/api-keys/api-key.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { createRealm } from "@parlance/server/modules/organizations/settings/actions/create-realm.ts";
import { createUser } from "@parlance/server/modules/users/accounts/actions/creation/create-user.ts";
import { writeRowsDirectly } from "./write-rows-directly.ts";
import { clock } from "../test-clock.ts";
import { TestUser } from "./test-user.ts";
import {
  type OrganizationTemplate,
  loadOrganizationTemplate,
  createAccountsFromTemplate,
} from "./organization-template.ts";
import { TEST_HOST, TEST_SECRET, testServer, type TestServer } from "../servers/test-server.ts";

/** Users of every test organization. */
const TEST_USERS = {
  desdemona: { fullName: "Desdemona", role: roles.owner },
  iago: { fullName: "Iago", role: roles.administrator },
  shiva: { fullName: "Shiva", role: roles.moderator },
  hamlet: { fullName: "King Hamlet", role: roles.member },
  cordelia: { fullName: "Cordelia", role: roles.member },
  othello: { fullName: "Othello", role: roles.member },
  polonius: { fullName: "Polonius", role: roles.guest },
} as const;

type TestUsers = { readonly [Name in keyof typeof TEST_USERS]: TestUser };

export interface TestOrganization extends TestUsers {
  readonly realmId: number;
  readonly host: string;
  readonly server: TestServer;
  /** A bot that Hamlet owns. */
  readonly bot: TestUser;
}

/** Template that is made from the first organization of this process. */
let template: OrganizationTemplate | undefined;

/** Creates an organization with users of every role: Desdemona is its owner, Polonius a guest. */
export const createTestOrganization = async (server?: TestServer): Promise<TestOrganization> =>
  createOrganization(server ?? (await testServer()), template);

/**
 * Creates an organization with users of every role. Unlike `createTestOrganization`, it creates each account with the
 * product's own action.
 */
export const createTestOrganizationByActions = (server: TestServer): Promise<TestOrganization> =>
  createOrganization(server, undefined);

async function createOrganization(
  server: TestServer,
  alike: OrganizationTemplate | undefined,
): Promise<TestOrganization> {
  const subdomain = `r${randomBytes(5).toString("hex")}`;
  const host = `${subdomain}.${TEST_HOST}`;
  return server.db.write(async (tx) => {
    const now = clock.now();
    const { id: realmId } = await createRealm(tx, { subdomain, name: "Shakespeare", now });
    const organization = { realmId, host, server };
    const rows = await (alike
      ? createAccountsFromTemplate(tx, alike, { ...organization, now })
      : createAllUsers(tx, organization));
    template ??= await loadOrganizationTemplate(tx, realmId, host);
    return { ...usersByName(rows.map((row) => toTestUser(organization, row))), ...organization };
  });
}

/** Creates the accounts of all users of a test organization. The bot's account is created last. */
async function createAllUsers(tx: Tx, organization: OrganizationOnServer): Promise<Row<"account">[]> {
  const rows: Row<"account">[] = [];
  for (const [name, facts] of Object.entries(TEST_USERS))
    rows.push(await createAccount(tx, organization, { name, ...facts }));
  const owner = rows[Object.keys(TEST_USERS).indexOf("hamlet")] as Row<"account">;
  const bot = { name: "helper-bot", fullName: "Helper", role: roles.member, bot: { ownerId: owner.id } } as const;
  return [...rows, await createAccount(tx, organization, bot)];
}

const usersByName = (people: readonly TestUser[]): TestUsers & Pick<TestOrganization, "bot"> => {
  const names = [...Object.keys(TEST_USERS), "bot"];
  return Object.fromEntries(names.map((name, index) => [name, people[index]])) as unknown as TestUsers &
    Pick<TestOrganization, "bot">;
};

interface NewTestUser {
  /** Part of the address before the `@`. */
  readonly name: string;
  readonly fullName: string;
  readonly role: Role;
  readonly bot?: { readonly ownerId: number };
}

type OrganizationOnServer = Pick<TestOrganization, "realmId" | "host" | "server">;

/** Creates another account in a test organization, as an operator would. */
export const createTestUser = (organization: OrganizationOnServer, newcomer: NewTestUser): Promise<TestUser> =>
  organization.server.db.write(async (tx) => toTestUser(organization, await createAccount(tx, organization, newcomer)));

/** Changes the time at which users of a test organization joined to `milliseconds` ago. */
export const backdateUsers = (
  organization: OrganizationOnServer,
  people: readonly TestUser[],
  milliseconds: number,
): Promise<unknown> =>
  writeRowsDirectly(organization, (tx) =>
    tx
      .updateTable("account")
      .set({ date_joined: new Date(clock.now().getTime() - milliseconds) })
      .where(
        "id",
        "in",
        people.map(({ id }) => id),
      )
      .execute(),
  );

/** Changes the time at which messages were sent to `milliseconds` ago. */
export const backdateMessages = (
  { server }: Pick<TestOrganization, "server">,
  ids: readonly number[],
  milliseconds: number,
): Promise<unknown> =>
  server.db.write((tx) =>
    tx
      .updateTable("message")
      .set({ sent_at: new Date(clock.now().getTime() - milliseconds) })
      .where("id", "in", ids)
      .execute(),
  );

async function createAccount(
  tx: Tx,
  { realmId, host }: OrganizationOnServer,
  newcomer: NewTestUser,
): Promise<Row<"account">> {
  const { name, fullName, role, bot } = newcomer;
  return createUser(tx, {
    realm: { id: realmId, url: `http://${host}` },
    fullName,
    email: `${name}@${host}`,
    role,
    passwordHash: null,
    now: clock.now(),
    ...(bot ? { botType: botTypes.generic, ...bot } : {}),
  });
}

function toTestUser({ host, server }: OrganizationOnServer, row: Row<"account">): TestUser {
  const { id, delivery_email: email, full_name: fullName, api_key_version: version } = row;
  return new TestUser(
    { port: server.port, host },
    { id, email, fullName, apiKey: deriveApiKey(TEST_SECRET, id, version) },
  );
}
