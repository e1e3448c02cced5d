// Lists the files of this repository that are generated from other files.
import { floorsPage } from "./floors-page.ts";
import { floorsPicture } from "./floors-picture.ts";

/** Generates one or more files that are committed. Each generator must be added to the list below. */
export interface Generator {
  name: string;
  /**
   * Paths of the generated files, relative to the root of the checkout. The generator must always generate exactly
   * these files.
   */
  outputs: readonly string[];
  /**
   * Generates the content of each file from the content of the checkout. The result must be the same every time and on
   * every machine.
   */
  generate(): Promise<ReadonlyMap<string, string>>;
}

const createGenerator = (path: string, make: () => Promise<string>): Omit<Generator, "name"> => ({
  outputs: [path],
  generate: async () => new Map([[path, await make()]]),
});

/** All generators. Each imports what it needs only when it runs, so that listing the generators is fast. */
export const generators: readonly Generator[] = [
  {
    name: "schema",
    ...createGenerator("kernel/db/schema.generated.ts", async () => {
      const { migratedSchemaTypes } = await import("./schema-types.ts");
      return migratedSchemaTypes();
    }),
  },
  {
    // Must run before the generators that import the contract.
    name: "nouns",
    ...createGenerator("contract/nouns/list.generated.ts", async () => {
      const { nounList } = await import("./noun-list.ts");
      return nounList();
    }),
  },
  {
    name: "emoji",
    ...createGenerator("emoji/table.generated.ts", async () => {
      const { emojiTable } = await import("./emoji-table.ts");
      return emojiTable();
    }),
  },
  {
    name: "openapi",
    ...createGenerator("openapi.json", async () => {
      const { makeOpenApiJson } = await import("@parlance/kernel/http/openapi.ts");
      const { loadDeclaredModules } = await import("./declared-modules.ts");
      return makeOpenApiJson(loadDeclaredModules());
    }),
  },
  {
    name: "client",
    ...createGenerator("client/operations.generated.ts", async () => {
      const { clientOperations } = await import("./client-operations.ts");
      const { loadDeclaredModules } = await import("./declared-modules.ts");
      return clientOperations(loadDeclaredModules());
    }),
  },
  {
    name: "audit-log",
    ...createGenerator("docs/audit-log.md", async () => {
      const { auditLogPage } = await import("@parlance/server/modules/platform/audit-log/audit-log-page.ts");
      return auditLogPage();
    }),
  },
  {
    name: "permissions",
    ...createGenerator("docs/permissions.md", async () => {
      const { permissionsPage } = await import("@parlance/server/modules/groups/core/settings/permissions-page.ts");
      return permissionsPage();
    }),
  },
  {
    name: "floors",
    ...createGenerator("docs/floors.md", async () => floorsPage()),
  },
  {
    name: "floors-picture",
    ...createGenerator("docs/pictures/floors.svg", async () => floorsPicture()),
  },
  {
    name: "folders",
    outputs: ["README.md", "CONTRIBUTING.md"],
    generate: async () => {
      const { createFolderDocuments } = await import("./folder-tables.ts");
      return createFolderDocuments();
    },
  },
  {
    name: "bench",
    ...createGenerator("docs/benchmarks.md", async () => {
      const { createBenchmarksPage } = await import("./benchmarks-page.ts");
      return createBenchmarksPage();
    }),
  },
  {
    name: "locks",
    ...createGenerator("docs/locks.md", async () => {
      const { lockOrderPage } = await import("@parlance/kernel/db/lock-order-page.ts");
      const { lockOrder } = await import("@parlance/server/app/database/lock-order.ts");
      return lockOrderPage(lockOrder);
    }),
  },
  {
    name: "settings",
    ...createGenerator("docs/settings.md", async () => {
      const { settingsPage } = await import("@parlance/kernel/config/text/settings-page.ts");
      const { settings } = await import("@parlance/server/app/config/settings.ts");
      const { settingTables } = await import("@parlance/server/app/config/setting-tables.ts");
      return settingsPage(settings, settingTables);
    }),
  },
  {
    name: "metrics",
    ...createGenerator("docs/monitoring.md", async () => {
      const { createMetricsPage } = await import("./metrics-page.ts");
      return createMetricsPage();
    }),
  },
  {
    name: "errors",
    ...createGenerator("docs/errors.md", async () => {
      const { errorsPage } = await import("@parlance/kernel/http/errors-page.ts");
      const { loadDeclaredModules } = await import("./declared-modules.ts");
      const { authenticationErrors } = await import("@parlance/server/modules/sign-in/core/errors.ts");
      return errorsPage(loadDeclaredModules(), authenticationErrors);
    }),
  },
  {
    name: "word-counts",
    ...createGenerator("tools/checks/word-counts.json", async () => {
      const { wordCountsJson } = await import("./checks/words.ts");
      return wordCountsJson();
    }),
  },
];
