import { randomBytes } from "node:crypto";
import { deriveApiKey } from "@parlance/server/auth/api-key.ts";
import { createRealm } from "@parlance/server/modules/realms/actions/create-realm.ts";
import { createUser } from "@parlance/server/modules/users/actions/create-user.ts";
import { clock } from "./clock.ts";
import { Person } from "./person.ts";
import { TEST_HOST, TEST_SECRET, testServer, type TestServer } from "./server.ts";

/** Who is in every test organization. */
const CAST = {
  desdemona: { fullName: "Desdemona", role: 100 },
  iago: { fullName: "Iago", role: 200 },
  shiva: { fullName: "Shiva", role: 300 },
  hamlet: { fullName: "King Hamlet", role: 400 },
  cordelia: { fullName: "Cordelia", role: 400 },
  othello: { fullName: "Othello", role: 400 },
  polonius: { fullName: "Polonius", role: 600 },
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
  const site = { port: home.port, host };
  return home.db.write(async (tx) => {
    const now = clock.now();
    const { id: realmId } = await createRealm(tx, { subdomain, name: "Shakespeare", now });
    const realm = { id: realmId, subdomain, url: `http://${host}` };
    const join = async (
      name: string,
      fullName: string,
      role: 100 | 200 | 300 | 400 | 600,
      bot?: { ownerId: number },
    ) => {
      const email = `${name}@${host}`;
      const account = {
        realm,
        fullName,
        email,
        role,
        passwordHash: null,
        now,
        ...(bot ? { botType: 1 as const, ...bot } : {}),
      };
      const { id, api_key_version: version } = await createUser(tx, account);
      return new Person(site, { id, email, fullName, apiKey: deriveApiKey(TEST_SECRET, id, version) });
    };
    const people: Record<string, Person> = {};
    for (const [name, { fullName, role }] of Object.entries(CAST)) people[name] = await join(name, fullName, role);
    const cast = people as unknown as Cast;
    const bot = await join("helper-bot", "Helper", 400, { ownerId: cast.hamlet.id });
    return { ...cast, bot, realmId, host, server: home };
  });
}
