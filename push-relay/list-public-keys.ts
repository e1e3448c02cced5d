import { createDataDirectory, assertDataDirectoryUsable } from "@parlance/kernel/files/data-directory.ts";
import { addKeyPair, type KeyPair, loadKeyPairs } from "./key-pairs.ts";
import { loadSettings } from "./settings.ts";

interface KeyListOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Data directory, which overrides the environment variable. */
  readonly dataDir: string | undefined;
  /** Whether a key pair is added first. */
  readonly add: boolean;
}

/** Lists a relay's public keys, oldest first. */
export async function listPublicKeys({ env, dataDir, add }: KeyListOptions): Promise<Omit<KeyPair, "private_key">[]> {
  const settings = loadSettings({ ...env, ...(dataDir === undefined ? {} : { PARLANCE_RELAY_DATA_DIR: dataDir }) });
  if (add) {
    await assertDataDirectoryUsable(settings.dataDir);
    await createDataDirectory(settings.dataDir);
    await addKeyPair(settings.dataDir);
  }
  return (await loadKeyPairs(settings.dataDir)).map(({ public_key, made_at }) => ({ public_key, made_at }));
}
