import { type Role, roles } from "@parlance/contract/entities/roles.ts";
import type { Option } from "../../../base/ui/forms/choice-fields.tsx";
import { words } from "../../../base/words/index.ts";

/** The roles, with their display names. */
export const roleOptions: readonly Option<Role>[] = Object.values(roles).map((value) => ({
  value,
  text: words.pages.roles[value] ?? String(value),
}));
