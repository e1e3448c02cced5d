import { randomBytes } from "node:crypto";
import { botTypes } from "@parlance/contract/entities/bot.ts";
import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import { deriveApiKey } from "@parlance/server/modules/sign-in/api-keys/api-key.ts";
import type { Row, Tx } from "@parlance/server/kernel/db/types.ts";
import { createRealm } from "@parlance/server/modules/organizations/settings/actions/create-realm.ts";
import { createUser } from "@parlance/server/modules/users/accounts/actions/creation/create-user.ts";
import { writeByHand } from "./write-rows-directly.ts";
import { clock } from "../test-clock.ts";
import { Person } from "./test-user.ts";
import { type Model, modelOf, openAlike } from "./organization-template.ts";
import { TEST_HOST, TEST_SECRET, testServer, type TestServer } from "../servers/test-server.ts";

/** Who is in every test organization. */
const CAST = {
  desdemona: { fullName: "Desdemona", role: roles.owner },
  iago: { fullName: "Iago", role: roles.administrator },
  shiva: { fullName: "Shiva", role: roles.moderator },
  hamlet: { fullName: "King Hamlet", role: roles.member },
  cordelia: { fullName: "Cordelia", role: roles.member },
  othello: { fullName: "Othello", role: roles.member },
  polonius: { fullName: "Polonius", role: roles.guest },
} as const;

type Cast = { readonly [Name in keyof typeof CAST]: Person };

export interface TestRealm extends Cast {
  readonly realmId: number;
  readonly host: string;
  readonly server: TestServer;
  /** A bot of Hamlet's. */
  readonly bot: Person;
}

/** What the first organization of this process was like. */
let model: Model | undefined;

/** An organization of its own with people of every role: Desdemona owns it, Polonius is a guest. */
export const newRealm = async (server?: TestServer): Promise<TestRealm> =>
  makeRealm(server ?? (await testServer()), model);

/** The same as `newRealm`, each account made by the product's own action. */
export const newRealmByActions = (server: TestServer): Promise<TestRealm> => makeRealm(server, undefined);

async function makeRealm(server: TestServer, alike: Model | undefined): Promise<TestRealm> {
  const subdomain = `r${randomBytes(5).toString("hex")}`;
  const host = `${subdomain}.${TEST_HOST}`;
  return server.db.write(async (tx) => {
    const now = clock.now();
    const { id: realmId } = await createRealm(tx, { subdomain, name: "Shakespeare", now });
    const organization = { realmId, host, server };
    const rows = await (alike ? openAlike(tx, alike, { ...organization, now }) : openAll(tx, organization));
    model ??= await modelOf(tx, realmId, host);
    return { ...named(rows.map((row) => personOf(organization, row))), ...organization };
  });
}

/** Opens the accounts of all who are in every test organization, the bot's last. */
async function openAll(tx: Tx, organization: Organization): Promise<Row<"account">[]> {
  const rows: Row<"account">[] = [];
  for (const [name, facts] of Object.entries(CAST)) rows.push(await open(tx, organization, { name, ...facts }));
  const owner = rows[Object.keys(CAST).indexOf("hamlet")] as Row<"account">;
  const bot = { name: "helper-bot", fullName: "Helper", role: roles.member, bot: { ownerId: owner.id } } as const;
  return [...rows, await open(tx, organization, bot)];
}

const named = (people: readonly Person[]): Cast & Pick<TestRealm, "bot"> => {
  const names = [...Object.keys(CAST), "bot"];
  return Object.fromEntries(names.map((name, index) => [name, people[index]])) as unknown as Cast &
    Pick<TestRealm, "bot">;
};

interface Newcomer {
  /** Before the `@` of the address. */
  readonly name: string;
  readonly fullName: string;
  readonly role: Role;
  readonly bot?: { readonly ownerId: number };
}

type Organization = Pick<TestRealm, "realmId" | "host" | "server">;

/** Opens one more account in a test organization, as an operator would. */
export const newPerson = (organization: Organization, newcomer: Newcomer): Promise<Person> =>
  organization.server.db.write(async (tx) => personOf(organization, await open(tx, organization, newcomer)));

/** Makes people of a test organization ones who joined so many milliseconds ago. */
export const backdate = (
  organization: Organization,
  people: readonly Person[],
  milliseconds: number,
): Promise<unknown> =>
  writeByHand(organization, (tx) =>
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

/** Makes messages ones that were sent so many milliseconds ago. */
export const backdateMessages = (
  { server }: Pick<TestRealm, "server">,
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

async function open(tx: Tx, { realmId, host }: Organization, newcomer: Newcomer): Promise<Row<"account">> {
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

function personOf({ host, server }: Organization, row: Row<"account">): Person {
  const { id, delivery_email: email, full_name: fullName, api_key_version: version } = row;
  return new Person(
    { port: server.port, host },
    { id, email, fullName, apiKey: deriveApiKey(TEST_SECRET, id, version) },
  );
}
