import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { MissingParameter } from "@parlance/kernel/http/errors.ts";
import { int } from "@parlance/kernel/http/params.ts";
import { NoSuchEntry } from "../errors.ts";
import { parseFilter, filterParameters } from "../filter-input.ts";
import { maskHiddenEmails } from "../mask-hidden-emails.ts";
import { AuditLogEntry, presentAct } from "../presentation.ts";
import { findActPosition, selectActs } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /audit_log",
  summary: "List audit log entries",
  description:
    "Returns actions on other users and on the organization, newest first: the acting user, the target, and the " +
    "values before and after. To get the next page, pass the id of the last entry as `before`. Email addresses " +
    "that are visible to no other user are null.",
  access: "admin",
  input: z.object({
    ...filterParameters,
    before: int({ min: 0, max: Number.MAX_SAFE_INTEGER })
      .optional()
      .describe("Only entries older than the entry with this id."),
    limit: int({ min: 1, max: 1000 }).default(100).describe("Maximum number of entries."),
  }),
  response: z.object({
    entries: z.array(AuditLogEntry),
    has_more: z.boolean().describe("Whether there are older matching entries."),
  }),
  errors: [MissingParameter, NoSuchEntry],
  async handler({ db, actor, realm }, { input }) {
    const { before: id, limit, ...filters } = input;
    const filter = { realmId: realm.id, ...parseFilter(filters) };
    const before = id === undefined ? undefined : await findActPosition(db, realm.id, id);
    if (id !== undefined && !before) throw new NoSuchEntry();
    const rows = await selectActs(db, { ...filter, before }, limit + 1).execute();
    const entries = await maskHiddenEmails(db, actor.id, rows.slice(0, limit));
    return { entries: entries.map(presentAct), has_more: rows.length > limit };
  },
});
