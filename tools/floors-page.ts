import { withinFloors, floors, tablesBeside, type Floor } from "./floors.ts";

const BASE = "server/src/modules";

const folderOf = ({ name }: Floor): string => (/^\d/.test(name) ? `${BASE}/${name}` : `server/src/${name}`);

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

/** The one line that each floor's folder says of itself, by path. */
export function floorReadmes(): ReadonlyMap<string, string> {
  const inside = floors.filter((floor) => folderOf(floor).startsWith(BASE));
  return new Map(inside.map((floor) => [`${folderOf(floor)}/README.md`, `# ${floor.name}\n\n${floor.about}\n`]));
}

const floorSection = (floor: Floor): string => `### ${floor.name}

${floor.about}

${Object.entries(floor.modules)
  .map(([module, tables]) => `- \`${module}\`${tables.length === 0 ? "" : ` owns ${code(tables)}`}`)
  .join("\n")}`;

/** `docs/floors.md`. */
export const floorsPage = (): string => `# Floors

<!-- Made from tools/floors.ts by npm run generate. -->

The server's modules stand on floors, from the ground up. A module imports from the floors below its own, and from nothing above;
\`npm run check -- floors\` sees to it. \`ls ${BASE}\` shows the order. What a lower floor must cause above goes through an event, or
through something that the module takes as an argument: the parts of a message (\`messages/message-parts.ts\`), or what else is to
happen in the same transaction.

Each table has one owner, and only its files write to it.

${floors.map(floorSection).join("\n\n")}

## Beside the modules

${Object.entries(tablesBeside)
  .map(([folder, tables]) => `- \`server/src/${folder}\` owns ${code(tables)}`)
  .join("\n")}

## Within a floor

Modules of one floor do not know each other, but for these:

${withinFloors.map(({ from, to, reason }) => `- \`${from}\` imports from \`${to}\`: ${reason}`).join("\n")}
`;
