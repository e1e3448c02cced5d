import type { ImportedIds, MappedTable } from "./imported-ids.ts";

const PERSON = /(@_?\*\*[^*\n|]*\|)(\d+)(?=\*\*)/g;
const MESSAGE = /(#\*\*[^*>\n]+>[^*\n]*@)(\d+)(?=\*\*)/g;
const FILE = /(\b(?:user_uploads\/(?:thumbnail\/|download\/)?|user_avatars\/))(\d+)(?=\/)/g;
/** A link to a narrow, with the URL before it if there is one. */
const NARROW = /(https?:\/\/[^\s#<>()[\]"'`]*)?(\/?#)(narrow\/[^\s<>()[\]"'`*]+)/g;
const CHANNEL_TERMS: ReadonlySet<string> = new Set(["channel", "stream"]);
const PEOPLE_TERMS: ReadonlySet<string> = new Set(["dm", "dm-including", "pm-with", "group-pm-with", "sender", "from"]);
const MESSAGE_TERMS: ReadonlySet<string> = new Set(["near", "with", "id"]);

/**
 * Replaces the ids, and the organization's URL, in a text that a user has written. References to unknown rows stay
 * unchanged.
 */
export function remapTextIds(source: string, ids: ImportedIds): string {
  if (!/[@#]|user_uploads|user_avatars|:\/\//.test(source)) return source;
  const [urlBefore, urlNow] = ids.mapping.urls;
  const [realmBefore, realmNow] = ids.mapping.realmIds;
  const own = source
    .replace(PERSON, (_, prefix: string, id: string) => prefix + String(ids.find("account", Number(id)) ?? id))
    .replace(MESSAGE, (_, prefix: string, id: string) => prefix + remapMessageId(id, ids))
    .replace(FILE, (whole, prefix: string, id: string) => (id === String(realmBefore) ? prefix + realmNow : whole))
    .replace(NARROW, (whole, site: string | undefined, hash: string, narrow: string) =>
      site === undefined || isAt(site, urlBefore) ? (site ?? "") + hash + remapNarrowIds(narrow, ids) : whole,
    );
  return own.replaceAll(new RegExp(`${literally(urlBefore)}(?![\\w.:-])`, "g"), () => urlNow);
}

const literally = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const isAt = (site: string, url: string): boolean => site.replace(/\/$/, "") === url;

function remapMessageId(digits: string, ids: ImportedIds): string {
  const id = Number(digits);
  const { first, last } = ids.mapping.messages;
  return id >= first && id <= last ? String(ids.message(id)) : digits;
}

/** Replaces the ids in the narrow of a URL, such as `narrow/channel/5-design/near/10`. */
export function remapNarrowIds(narrow: string, ids: ImportedIds): string {
  const parts = narrow.split("/");
  for (let at = 1; at + 1 < parts.length; at += 2) {
    const term = (parts[at] ?? "").replace(/^-/, "");
    const operand = parts[at + 1] ?? "";
    if (CHANNEL_TERMS.has(term)) parts[at + 1] = remapLeadingIds(operand, "channel", ids);
    else if (PEOPLE_TERMS.has(term)) parts[at + 1] = remapLeadingIds(operand, "account", ids);
    else if (MESSAGE_TERMS.has(term) && /^\d+$/.test(operand)) parts[at + 1] = remapMessageId(operand, ids);
  }
  return parts.join("/");
}

/** Replaces ids that are separated by commas and may be followed by a name. */
const remapLeadingIds = (operand: string, table: MappedTable, ids: ImportedIds): string =>
  operand.replace(/^\d+(?:(?:,|%2C)\d+)*(?=-|$)/i, (list) =>
    list
      .split(/(,|%2C)/i)
      .map((part) => (/^\d/.test(part) ? String(ids.find(table, Number(part)) ?? part) : part))
      .join(""),
  );
