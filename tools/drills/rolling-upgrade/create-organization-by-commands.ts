import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { NO_SYSTEM_SETTINGS } from "@parlance/testkit/servers/no-system-settings.ts";
import { TestUser } from "../../../testkit/organization/test-user.ts";

/** Host of the organization. */
export const ORGANIZATION_HOST = "parlance.test";

const OWNER = "ada@example.com";
const MEMBERS = ["Bea", "Cem", "Dov"];

/**
 * Creates an organization with an owner and some members, with the commands of any release. The users send their
 * requests to `site`.
 */
export async function createOrganizationByCommands(
  program: string,
  env: Readonly<Record<string, string>>,
  { port }: { readonly port: number },
): Promise<readonly [TestUser, ...TestUser[]]> {
  const run = async (...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, "--json"], {
      env: { ...process.env, ...NO_SYSTEM_SETTINGS, ...env },
    });
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  };
  const toUser = async (email: string, fullName: string, id: unknown): Promise<TestUser> => {
    const { api_key: apiKey } = await run("user", "api-key", email);
    const account = { id: Number(id), email, fullName, apiKey: String(apiKey) };
    return new TestUser({ port, host: ORGANIZATION_HOST }, account);
  };
  const owner = { "--name": "Acme", "--owner-email": OWNER, "--owner-name": "Ada" };
  const created = await run("organization", "create", ...Object.entries(owner).flat());
  const users: [TestUser, ...TestUser[]] = [
    await toUser(OWNER, "Ada", (created["owner"] as { user_id: number }).user_id),
  ];
  for (const name of MEMBERS) {
    const email = `${name.toLowerCase()}@example.com`;
    const { user_id: id } = await run("user", "create", "--email", email, "--name", name);
    users.push(await toUser(email, name, id));
  }
  return users;
}
