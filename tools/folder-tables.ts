// Generates the tables of folders in README.md and CONTRIBUTING.md. Workspaces are described in their package.json; all
// other folders are described here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceTable } from "./generated-table.ts";
import { listFiles } from "./source-files.ts";
import { root } from "./paths.ts";

/** Descriptions of the top-level folders that are not workspaces. */
const otherFolders: Readonly<Record<string, string>> = {
  deploy: "Files for operators: Debian package, containers, Kubernetes, reverse proxies, Prometheus and Grafana",
  docs: "Documentation",
  release: "Which release is the previous one",
  tools: "The scripts behind the npm commands: tests, checks, generated files, preparation of a checkout",
};

/** Descriptions of the server's folders. */
const serverFolders: Readonly<Record<string, string>> = {
  "server/migrations": "The schema, as plain SQL files that only go forward; see [Migrations](docs/migrations.md)",
  "server/src/app": "Puts the server together: start, settings, modules, the files of the web client",
  "server/src/backups": "Backups, by command and by schedule, and their test restores",
  "server/src/demo": "The demo organization that a new data directory gets",
  "server/src/https": "Encryption: certificates from files or from a certificate authority, and redirects from HTTP",
  "server/src/modules": "The product by domain; what may import what is on [floors](docs/floors.md)",
  "server/src/modules/bots": "Bots, their accounts and their storage",
  "server/src/modules/channels": "Channels, subscriptions, folders, topics, channel email addresses",
  "server/src/modules/groups": "User groups, and the permissions that they give",
  "server/src/modules/identity-sync": "Accounts and groups that follow LDAP or SCIM",
  "server/src/modules/invitations": "Invitations by email and by link",
  "server/src/modules/messages":
    "Messages: sending, fetching, read state, edits, reactions, attachments, drafts, and so on",
  "server/src/modules/notifications": "Who is notified of what; emails, digests, push, incoming email",
  "server/src/modules/organizations": "Organizations: settings, pictures, emoji, linkifiers, playgrounds, exports",
  "server/src/modules/platform": "What several domains use: audit log, email, idempotency keys, video calls",
  "server/src/modules/sign-in": "Passwords, sessions, API keys, two-factor codes, passkeys, identity providers, LDAP",
  "server/src/modules/users": "Users: settings, status, presence, profile fields, avatars, accounts, administration",
  "server/src/narrow": "Parses narrows, the filters over messages, and turns them into SQL",
  "server/src/pages": "Pages that need no scripts: sign-in, sign-up, password reset",
  "server/src/realtime": "Event queues: registration, long polls, event streams, heartbeats",
  "server/src/search": "The full-text index, and the highlighting of matches",
  "server/tests": "Tests of the whole server: permissions over all operations, hostile input, faults",
};

interface Row {
  readonly folder: string;
  readonly description: string;
}

interface Manifest {
  readonly description?: string;
  readonly workspaces?: readonly string[];
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;

/** Returns the new content of the documents that contain a table of folders, by path. */
export function createFolderDocuments(): ReadonlyMap<string, string> {
  const paths = listFiles();
  const workspaces = (readManifest(".").workspaces ?? []).map((folder): [string, string] => [
    folder,
    readManifest(folder).description ?? "",
  ]);
  const top = createRows([...workspaces, ...Object.entries(otherFolders)], listFolders("", paths));
  const inServer = createRows(Object.entries(serverFolders), [
    "server/migrations",
    ...listFolders("server/src/", paths),
    ...listFolders("server/src/modules/", paths),
    "server/tests",
  ]);
  const rows = top.flatMap((row) => (row.folder === "server" ? [row, ...inServer] : [row]));
  return new Map([
    ["README.md", replaceFolderTable(readDocument("README.md"), top)],
    ["CONTRIBUTING.md", replaceFolderTable(readDocument("CONTRIBUTING.md"), rows)],
  ]);
}

const readDocument = (path: string): string => readFileSync(join(root, path), "utf8");

/**
 * Returns the subfolders of `base` in which at least one of the files lies, directly or deeper. Folders whose name
 * starts with a dot are excluded.
 */
export function listFolders(base: string, paths: readonly string[]): string[] {
  const inside = paths.filter((path) => path.startsWith(base)).map((path) => path.slice(base.length).split("/"));
  const names = inside.flatMap(([name = "", ...rest]) => (rest.length > 0 && !name.startsWith(".") ? [name] : []));
  return [...new Set(names)].map((name) => base + name);
}

/** Creates the rows of a table. Throws if a folder has no description, or if a described folder does not exist. */
export function createRows(described: readonly (readonly [string, string])[], folders: readonly string[]): Row[] {
  const descriptions = new Map(described);
  const lacking = folders.filter((folder) => !descriptions.get(folder));
  if (lacking.length > 0) {
    throw new Error(`no description of ${lacking.join(", ")}: add it to its package.json or to tools/folder-tables.ts`);
  }
  const gone = [...descriptions.keys()].filter((folder) => !folders.includes(folder));
  if (gone.length > 0)
    throw new Error(`described in tools/folder-tables.ts or as a workspace, and not there: ${gone.join(", ")}`);
  return described.map(([folder, description]) => ({ folder, description }));
}

const replaceFolderTable = (document: string, rows: readonly Row[]): string =>
  replaceTable(document, "folders", [
    ["Folder", "Contents"],
    ...rows.map(({ folder, description }) => [`\`${folder}/\``, description]),
  ]);
