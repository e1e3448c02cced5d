import { once } from "node:events";
import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";

/** A sign of life in a directory, which the kernel removes when the process ends, however it ends. */
export interface Liveness {
  withdraw(): Promise<void>;
}

/**
 * Listens on a socket file, so that a process in another container, for which our pid means nothing, can check whether
 * this process is alive. Undefined if that is not possible: outside Linux, and on file systems without sockets.
 */
export async function announceLiveness(directory: string, name: string): Promise<Liveness | undefined> {
  const folder = await openFolder(directory);
  if (folder === undefined) return undefined;
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(pathBelow(folder, name));
    await once(server, "listening");
  } catch {
    await folder.close();
    return undefined;
  }
  server.unref();
  return {
    async withdraw() {
      // Closing removes the socket file by its path, which leads through the open folder.
      await new Promise((resolve) => server.close(resolve));
      await folder.close();
    },
  };
}

/** Whether the process that announced itself under this name is still alive. */
export async function isLivenessAnnounced(directory: string, name: string): Promise<boolean> {
  const folder = await openFolder(directory);
  if (folder === undefined) return false;
  const socket = connect(pathBelow(folder, name));
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
    await folder.close();
  }
}

async function openFolder(directory: string): Promise<FileHandle | undefined> {
  if (process.platform !== "linux") return undefined;
  return open(directory, constants.O_RDONLY | constants.O_DIRECTORY);
}

/**
 * A path through the file descriptor stays below the limit of 107 bytes for a socket's path, however deep the folder
 * is.
 */
function pathBelow(folder: FileHandle, name: string): string {
  return join("/proc/self/fd", String(folder.fd), name);
}
