import { getCompileCacheDir } from "node:module";

/**
 * Returns the environment for child processes that parse untrusted input. Of the server's own environment, which
 * contains secrets, it includes only the variables for finding programs and libraries. It also sets the folder with the
 * compiled code of earlier runs, because otherwise a child process would spend most of its time compiling.
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
