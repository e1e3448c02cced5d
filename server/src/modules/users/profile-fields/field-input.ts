import { z } from "zod";
import { integerChoice } from "@parlance/contract/entities/scalars.ts";
import { bool, json, text } from "#kernel/http/params.ts";
import { fieldTypes } from "./field-types.ts";

const types = Object.values(fieldTypes).map(({ id }) => id);

/** The kind of a field; it never changes. */
export const fieldType = integerChoice(types).describe(
  "1 short text, 2 long text, 3 choice, 4 date, 5 link, 6 users, 7 external account, 8 pronouns",
);

/** What an administrator says of a field. */
export const fieldInput = {
  name: text().describe("The label: 1 to 40 characters, unlike all others in whatever case"),
  hint: text().describe("At most 80 characters"),
  field_data: json(z.record(z.string(), z.unknown())).describe(
    'What configures the type. Choices: `{"<value>": {"text": …, "order": …}}`. An external account: ' +
      '`{"subtype": …}` with one of `realm_default_external_accounts`, or ' +
      '`{"subtype": "custom", "url_pattern": …}` with `%(username)s` once in an address. Other types take none',
  ),
  display_in_profile_summary: bool().describe("Two fields at most, and neither a long text nor users"),
  required: bool().describe("Clients remind people who have not filled it in; the server does not insist"),
  editable_by_user: bool().describe("Otherwise only administrators set it"),
};
