// Checks the directions of imports. An arrow leads from the importer to the imported code: contract ← kernel ← narrow,
// search ← modules ← realtime ← the app. The following are separate: emoji ← markdown, which the modules use and which
// import nothing from the server, and push-relay, which imports only the kernel and embedded-postgres.
import type { SourceFile } from "../source-files.ts";
import { findCycles, findImports, type Import } from "../imports.ts";
import { createCheck, type Check } from "./check.ts";

interface ImportRule {
  /** The rule as a sentence. Shown if the rule is violated. */
  rule: string;
  forbids(edge: Import): boolean;
}

/** Tests and their fixtures may import everything. */
const TEST = /[.]test[.]ts$|\/fixtures\//;
/**
 * app/ assembles the server, pages/ serves browsers, https/ encrypts connections, backups/ makes backups, and cli/ is the
 * command line.
 */
const APP = /^server\/src\/(app|backups|https|pages)\/|^cli\//;
const KERNEL = /^kernel\//;
/** Code that renders messages, which clients share with the server. emoji/ contains the data about emoji. */
const PORTABLE = /^(emoji|markdown)\//;
/** Code that finds messages: narrow/ evaluates narrows, search/ searches for words. */
const SEARCH = /^server\/src\/(narrow|search)\//;
const MODULES = /^server\/src\/modules\//;
const REALTIME = /^server\/src\/realtime\//;
/**
 * Code that runs in production. It excludes the launcher in cli/bin, which may import the tools because it starts the
 * command line with their help.
 */
const PRODUCTION = /^(contract|emoji|markdown|kernel|embedded-postgres|server|push-relay|cli(?!\/bin))\//;
const WEB = /^web\/src\//;
/**
 * The floors of the web client, from the lowest to the highest. Each floor imports only from itself and lower floors.
 */
const WEB_FLOORS = ["base", "worker", "client", "hooks", "features", "screens", "shell"] as const;
/** The state of the web client and its connection to the server. They do not use React. */
const WEB_CLIENT = /^web\/src\/client\//;
/** The texts of the web client. */
const WEB_WORDS = /^web\/src\/base\/words\//;
const REACT = /^npm:(react|react-dom|react-aria-components|virtua|lucide-react)$/;
/** The embedded database. */
const EMBEDDED_POSTGRES = /^embedded-postgres\//;
const RELAY = /^push-relay\//;
const ENDPOINT = /^(server\/src\/.+)\/api\//;

/** Creates a rule: files whose path matches `from` must not import files or packages that match one of `to`. */
const forbid = (rule: string, from: RegExp, ...to: RegExp[]): ImportRule => ({
  rule,
  forbids: (edge) => from.test(edge.from) && to.some((pattern) => pattern.test(edge.to)),
});

/** Returns the floor of a file of the web client. NaN for other files, so that comparisons with it are always false. */
function webFloor(path: string): number {
  const folder = /^web\/src\/([a-z]+)\//.exec(path)?.[1];
  const floor = WEB_FLOORS.findIndex((name) => name === folder);
  return floor === -1 ? Number.NaN : floor;
}

const rules: readonly ImportRule[] = [
  {
    rule: "contract/ runs in clients too: it imports zod alone",
    forbids: ({ from, to }) => from.startsWith("contract/") && !to.startsWith("contract/") && to !== "npm:zod",
  },
  {
    rule: "client/ runs in clients: it imports the contract alone",
    forbids: ({ from, to }) => from.startsWith("client/") && !/^(client|contract)\//.test(to),
  },
  forbid(
    "kernel/ knows nothing of chat, and nothing of what is built on it",
    KERNEL,
    PORTABLE,
    /^(server|push-relay|cli|embedded-postgres)\//,
  ),
  {
    rule: "embedded-postgres/ imports of the kernel its base alone, and nothing else of ours",
    forbids: ({ from, to }) => EMBEDDED_POSTGRES.test(from) && !/^(embedded-postgres|kernel\/base)\/|^node:/.test(to),
  },
  forbid(
    "markdown/ and emoji/ run in clients too: nothing of the server, no Node modules",
    PORTABLE,
    /^(server|kernel)\//,
    /^node:/,
  ),
  forbid("narrow/ and search/ get what they need as arguments", SEARCH, MODULES, REALTIME, APP),
  forbid("realtime/ learns of a change through its events", MODULES, REALTIME, APP),
  forbid("realtime/ does not know what runs it", REALTIME, APP),
  forbid("production code imports no tests and no tools", PRODUCTION, /^(testkit|bench|tools)\//, TEST),
  forbid("push-relay/ stands on the kernel alone", RELAY, PORTABLE, /^(server|cli)\//),
  {
    rule: "web/ runs in browsers: of what is ours it imports contract/, client/, markdown/ and emoji/ alone",
    forbids: ({ from, to }) => WEB.test(from) && !/^(web|contract|client|markdown|emoji)\/|^npm:/.test(to),
  },
  {
    rule: `the floors of web/src/, from the lowest up: ${WEB_FLOORS.join(", ")}`,
    forbids: ({ from, to }) => webFloor(from) < webFloor(to),
  },
  forbid("the state of the web client is independent of React", WEB_CLIENT, REACT),
  {
    rule: "interface texts import nothing that shows them",
    forbids: ({ from, to }) => WEB_WORDS.test(from) && to.startsWith("web/") && !WEB_WORDS.test(to),
  },
  forbid("the server does not know the relay", /^server\//, RELAY),
  forbid("the server does not know its command line", /^server\//, /^cli\//),
  {
    rule: "an endpoint is imported by the index.ts of its own module alone",
    forbids: ({ from, to }) => ENDPOINT.test(to) && from !== `${ENDPOINT.exec(to)?.[1]}/index.ts`,
  },
];

export const directionsCheck: Check = createCheck(
  { name: "directions", about: "who may import whom, and no import cycles" },
  (path) => /[.](tsx?|mjs|css|json)$/.test(path),
  findWrongImports,
);

/** Finds imports that violate the rules, imports of files that do not exist, and cycles. */
export function findWrongImports(files: readonly SourceFile[]): string[] {
  const imports = findImports(files);
  const against = imports
    .filter(({ from }) => !TEST.test(from))
    .flatMap((edge) =>
      rules.filter((rule) => rule.forbids(edge)).map(({ rule }) => `${edge.from} → ${edge.to}\n    ${rule}`),
    );
  const nowhere = imports
    .filter(({ to }) => to.startsWith("unknown:"))
    .map(({ from, to }) => `${from} imports ${to.slice(8)}, which leads nowhere`);
  const circles = findCycles(imports).map((cycle) => `a cycle: ${[...cycle, cycle[0]].join(" → ")}`);
  return [...against, ...nowhere, ...circles, ...findWebFolderCycles(imports)];
}

/**
 * Returns the cycles between folders of the web client, such as `screens/drafts`. Folders can form a cycle even if
 * their files do not.
 */
function findWebFolderCycles(imports: readonly Import[]): string[] {
  const edges = imports
    .filter(({ from, to }) => WEB.test(from) && WEB.test(to) && !TEST.test(from))
    .map(({ from, to }) => ({ from: webFolder(from), to: webFolder(to) }))
    .filter(({ from, to }) => from !== to);
  return findCycles(edges).map((cycle) => `a cycle of folders: ${[...cycle, cycle[0]].join(" → ")}`);
}

/** Returns the folder that a file of the web client is in, at most one level below its floor. */
const webFolder = (path: string): string => path.split("/").slice(0, -1).slice(0, 4).join("/");
