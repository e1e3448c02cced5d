import { randomBytes } from "node:crypto";
import { botTypes } from "@parlance/contract/entities/bot.ts";
import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import { deriveApiKey } from "@parlance/server/auth/api-key.ts";
import type { Tx } from "@parlance/server/kernel/db/types.ts";
import { createRealm } from "@parlance/server/modules/8-lifecycle/realm-administration/actions/create-realm.ts";
import { createUser } from "@parlance/server/modules/8-lifecycle/accounts/actions/create-user.ts";
import { clock } from "./clock.ts";
import { Person } from "./person.ts";
import { TEST_HOST, TEST_SECRET, testServer, type TestServer } from "./server.ts";

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

/** An organization of its own with people of every role: Desdemona owns it, Polonius is a guest. */
export async function newRealm(server?: TestServer): Promise<TestRealm> {
  const home = server ?? (await testServer());
  const subdomain = `r${randomBytes(5).toString("hex")}`;
  const host = `${subdomain}.${TEST_HOST}`;
  return home.db.write(async (tx) => {
    const now = clock.now();
    const { id: realmId } = await createRealm(tx, { subdomain, name: "Shakespeare", now });
    const place = { realmId, host, server: home };
    const people: Record<string, Person> = {};
    for (const [name, facts] of Object.entries(CAST)) people[name] = await open(tx, place, { name, ...facts });
    const cast = people as unknown as Cast;
    const helper = {
      name: "helper-bot",
      fullName: "Helper",
      role: roles.member,
      bot: { ownerId: cast.hamlet.id },
    } as const;
    return { ...cast, bot: await open(tx, place, helper), ...place };
  });
}

interface Newcomer {
  /** Before the `@` of the address. */
  readonly name: string;
  readonly fullName: string;
  readonly role: Role;
  readonly bot?: { readonly ownerId: number };
}

type Place = Pick<TestRealm, "realmId" | "host" | "server">;

/** Opens one more account in a test organization, as an operator would. */
export const newPerson = (place: Place, newcomer: Newcomer): Promise<Person> =>
  place.server.db.write((tx) => open(tx, place, newcomer));

/** Makes people of a test organization ones who joined so many milliseconds ago. */
export const backdate = ({ server }: Place, people: readonly Person[], milliseconds: number): Promise<unknown> =>
  server.db.write((tx) =>
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

async function open(tx: Tx, { realmId, host, server }: Place, newcomer: Newcomer): Promise<Person> {
  const { name, fullName, role, bot } = newcomer;
  const email = `${name}@${host}`;
  const { id, api_key_version: version } = await createUser(tx, {
    realm: { id: realmId, url: `http://${host}` },
    fullName,
    email,
    role,
    passwordHash: null,
    now: clock.now(),
    ...(bot ? { botType: botTypes.generic, ...bot } : {}),
  });
  const site = { port: server.port, host };
  return new Person(site, { id, email, fullName, apiKey: deriveApiKey(TEST_SECRET, id, version) });
}
