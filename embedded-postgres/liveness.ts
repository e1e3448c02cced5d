import { once } from "node:events";
import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";

/**
 * A socket in a directory that shows that this process is alive. The kernel closes it when the process ends, even if
 * the process is killed.
 */
export interface Liveness {
  withdraw(): Promise<void>;
}

/**
 * Listens on a socket file. A process in another container, in which our pid has no meaning, can connect to the socket
 * to check whether this process is alive. Returns undefined where this does not work: outside Linux, and on file
 * systems without sockets.
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
      // Closing removes the socket file by its path, which leads through the open folder, so the folder is closed
      // afterwards.
      await new Promise((resolve) => server.close(resolve));
      await folder.close();
    },
  };
}

/** Returns whether the process that listens on the socket with this name is still alive. */
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
 * Returns a path through the folder's file descriptor. It stays below the limit of 107 bytes for a socket's path,
 * however deep the folder is.
 */
function pathBelow(folder: FileHandle, name: string): string {
  return join("/proc/self/fd", String(folder.fd), name);
}
