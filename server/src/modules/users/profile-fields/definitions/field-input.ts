import { z } from "zod";
import { integerChoice } from "@parlance/contract/entities/scalars.ts";
import { bool, json, text } from "@parlance/kernel/http/params.ts";
import { fieldTypes } from "./field-types.ts";

const types = Object.values(fieldTypes).map(({ id }) => id);

/** The type of a field, which cannot be changed later. */
export const fieldType = integerChoice(types).describe(
  "1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.",
);

/** Request parameters with which administrators define a field. */
export const fieldInput = {
  name: text().describe("Name of the field: 1 to 40 characters, unique, ignoring case."),
  hint: text().describe("At most 80 characters."),
  field_data: json(z.record(z.string(), z.unknown())).describe(
    'Configuration of the field. List of options: `{"<value>": {"text": …, "order": …}}`. External account: ' +
      '`{"subtype": …}` with one of `realm_default_external_accounts`, or `{"subtype": "custom", "url_pattern": …}` ' +
      "whose URL contains `%(username)s` once. All other types take none.",
  ),
  display_in_profile_summary: bool().describe(
    "Whether the field is shown in the short form of profiles. At most two fields; not for long text and users.",
  ),
  required: bool().describe("Whether clients remind users to fill in the field; the server does not enforce it."),
  editable_by_user: bool().describe("Whether users may edit the field themselves; otherwise only administrators may."),
};
