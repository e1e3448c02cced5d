import { withinFloors } from "./floor-exceptions.ts";
import { floors, tablesBeside, type Floor } from "./floors.ts";
import { KERNEL_FOLDER, kernelFloors } from "./kernel-floors.ts";

const BASE = "server/src/modules";

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

const floorSection = (floor: Floor): string => `### ${floor.name}

${floor.about}

${Object.entries(floor.modules)
  .map(([module, tables]) => `- \`${module}\`${tables.length === 0 ? "" : ` owns ${code(tables)}`}`)
  .join("\n")}`;

/** Returns the content of `docs/floors.md`. */
export const floorsPage = (): string => `# Floors

<!-- Made from tools/floors.ts and the index.ts of each module by npm run generate. -->

The folders of \`${BASE}\` are domains, such as users or channels, and contain modules. Each module has a floor, which determines what it
may import: only modules of lower floors; \`npm run check -- floors\` checks this. The \`index.ts\` of a domain lists its modules: it is
above all floors, and only \`server/src/app\` imports it. A module that has to trigger code on a higher floor
publishes an event, or accepts a function as an argument, for example to load the parts of a message (\`messages/core/message-parts.ts\`)
or to do additional work in the same transaction.

Each table has one owner, and only the files of that module write to it.

From the lowest floor up:

${floors.map(floorSection).join("\n\n")}

## Other folders

${Object.entries(tablesBeside)
  .map(([folder, tables]) => `- \`${folder === KERNEL_FOLDER ? folder : `server/src/${folder}`}\` owns ${code(tables)}`)
  .join("\n")}

## Imports within a floor

Modules of one floor do not import from each other, with these exceptions:

${withinFloors.map(({ from, to, reason }) => `- \`${from}\` imports from \`${to}\`: ${reason}`).join("\n")}

## The kernel

The folders of \`${KERNEL_FOLDER}\` have floors of their own. A folder imports from folders of lower floors, and never from
another folder of its floor. From the lowest floor up:

${kernelFloors.flatMap(({ folders }, index) => Object.entries(folders).map(([folder, about]) => `- ${index + 1}. \`${folder}\`: ${about}`)).join("\n")}
`;
