import { getCompileCacheDir } from "node:module";

/**
 * Returns the environment of child processes that parse untrusted input. It contains nothing of the server's
 * environment, which contains secrets, except the variables for finding libraries and the compiled code of earlier
 * runs: without that, a child process spends most of its time compiling.
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
