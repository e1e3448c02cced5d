import { hashPassword } from "#modules/sign-in/passwords/password-hashing.ts";
import type { Database, Reader } from "@parlance/kernel/db/types.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { createDemo } from "./actions/create-demo.ts";
import { DEMO_STATE_KEY, type DemoState, setDemoState } from "./actions/set-demo-state.ts";
import { markOldMessagesRead } from "./actions/mark-old-messages-read.ts";
import { type DemoUser, demoUserKeys, demoPassword } from "./demo-users.ts";
import { loadDemoCredentials, writeDemoCredentials } from "./demo-credentials.ts";

/** Age from which messages are marked as read for all users. */
const UNREAD_PERIOD_MS = 27 * 3_600_000;

interface DemoOptions {
  readonly dataDir: string;
  /** URL of the server, without a slash at the end. */
  readonly site: string;
  /** Whether users' profile pictures are fetched from gravatar.com. */
  readonly gravatar: boolean;
  readonly now: Date;
  readonly secret: Uint8Array;
  /** Storage of pictures. */
  readonly files: FileStore;
}

/**
 * Creates the demo organization on a server that has no organization yet, and writes its credentials to the data
 * directory. If a start is killed midway, the next start completes the work. A credentials file that was deleted later
 * is not written again. Returns true if the server has the demo organization, whether it was created now or at an
 * earlier start.
 */
export async function createDemoOrganization(db: Database, options: DemoOptions): Promise<boolean> {
  const { dataDir, site, gravatar, now, secret, files } = options;
  if ((await findDemoState(db.reader)) === undefined) {
    if (await hasOrganization(db.reader)) return false;
    const passwordHashes = await hashPasswords(secret);
    await db.write((tx) => createDemo(tx, { url: site, gravatar, now, passwordHashes, files }));
  }
  if ((await findDemoState(db.reader)) === "announced") return true;
  await db.write((tx) => markOldMessagesRead(tx, new Date(now.getTime() - UNREAD_PERIOD_MS)));
  await writeDemoCredentials(dataDir, await loadDemoCredentials(db.reader, site, secret));
  await db.write((tx) => setDemoState(tx, "announced"));
  return true;
}

async function findDemoState(db: Reader): Promise<DemoState | undefined> {
  const fact = await db.selectFrom("server_fact").select("value").where("key", "=", DEMO_STATE_KEY).executeTakeFirst();
  return fact?.value as DemoState | undefined;
}

async function hasOrganization(db: Reader): Promise<boolean> {
  const realm = await db.selectFrom("realm").select("id").where("subdomain", "is not", null).executeTakeFirst();
  return realm !== undefined;
}

async function hashPasswords(secret: Uint8Array): Promise<Record<DemoUser, string | null>> {
  const hashes = demoUserKeys.map(async (part) => {
    const password = demoPassword(part, secret);
    return [part, password === null ? null : await hashPassword(password)] as const;
  });
  return Object.fromEntries(await Promise.all(hashes)) as Record<DemoUser, string | null>;
}
