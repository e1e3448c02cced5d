import { getCompileCacheDir } from "node:module";

/**
 * The environment of child processes that read what strangers sent. It contains nothing of the server's environment, where secrets
 * are, except what finds libraries, and the compiled code of earlier runs: without that, a child spends most of its time compiling.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  const compiled = getCompileCacheDir();
  return {
    ...(PATH !== undefined && { PATH }),
    ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }),
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
  };
}
