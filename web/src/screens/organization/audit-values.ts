// Formats the values that an entry of the audit log recorded.
import type { ResponseOf } from "@parlance/client";
import type { State } from "@parlance/contract/state/index.ts";
import { channelsById, groupsById, peopleById } from "../../client/replica/selectors/entities-by-id.ts";
import { groupName } from "../../features/groups/group-choices.ts";
import { exactly } from "../../base/words/en/times.ts";
import { words } from "../../base/words/index.ts";

/** The values of an object's properties before or after an action. */
type AuditedValues = ResponseOf<"GET /audit_log">["entries"][number]["before"];

/** Returns the changes of an action as text, one line per changed property. The object's own id is left out. */
export function auditedChanges(state: State, before: AuditedValues, after: AuditedValues): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  names.delete("id");
  return [...names].map((name) =>
    words.audit.change(
      name.replace(/_id(s?)$/, "$1").replaceAll("_", " "),
      formatValue(state, name, before?.[name]),
      formatValue(state, name, after?.[name]),
    ),
  );
}

/** Returns null if the property has no value. */
function formatValue(state: State, name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "boolean") return value ? words.audit.yes : words.audit.no;
  if (typeof value === "number") return formatNumber(state, name, value);
  if (Array.isArray(value)) return value.map((one) => formatValue(state, name, one) ?? "").join(", ") || null;
  if (isMemberList(value)) {
    const people = value.direct_members.map((id) => userName(state, id));
    return [...people, ...value.direct_subgroups.map((id) => nameOfGroup(state, id))].join(", ") || null;
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

function formatNumber(state: State, name: string, value: number): string {
  if (name === "role" || name === "invited_as") return words.pages.roles[value] ?? String(value);
  if (name.startsWith("date_")) return exactly(value * 1000);
  if (/group(s|_id|_ids)?$/.test(name)) return nameOfGroup(state, value);
  if (/^(creator|owner|bot_owner|user)_id$|members$/.test(name)) return userName(state, value);
  if (/^(stream|channel)_id$|channel_id$/.test(name)) return channelsById(state).get(value)?.name ?? String(value);
  return String(value);
}

const userName = (state: State, id: number): string => peopleById(state).get(id)?.full_name ?? words.audit.somebody;

function nameOfGroup(state: State, id: number): string {
  const group = groupsById(state).get(id);
  return group ? groupName(group) : String(id);
}

interface MemberList {
  readonly direct_members: readonly number[];
  readonly direct_subgroups: readonly number[];
}

/** Returns true for the value of a permission that is granted to individual users and groups. */
const isMemberList = (value: unknown): value is MemberList =>
  typeof value === "object" && value !== null && "direct_members" in value && "direct_subgroups" in value;
