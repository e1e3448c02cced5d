import { number, plural } from "./grammar.ts";

/** Texts of the settings for the organization's custom profile fields. */
export const profileFields = {
  more: "Additional fields on user profiles. Profiles show them in this order.",
  none: "No custom profile fields yet.",
  create: "Create profile field",
  make: "Create",
  change: "Edit",
  changeTitle: (name: string) => `Edit ${name}`,
  acts: (name: string) => `Actions for ${name}`,
  type: "Type",
  types: {
    1: "Short text",
    2: "Long text",
    3: "List of options",
    4: "Date",
    5: "Link",
    6: "People",
    7: "External account",
    8: "Pronouns",
  } as Readonly<Record<number, string>>,
  label: "Label",
  hint: "Hint",
  hintMore: "Shown below the field in the profile settings",
  choices: "Options",
  choice: (place: number) => `Option ${number(place)}`,
  addChoice: "Add option",
  removeChoice: (name: string) => `Remove ${name}`,
  unnamedChoice: "empty option",
  choicesLost: "Users who selected a removed option will have no value in this field.",
  site: "External account type",
  otherSite: "Other",
  siteNamed: "The label is the name of the site.",
  pattern: "URL pattern",
  patternHint: "Use %(username)s as a placeholder for the username",
  onCards: "Show on profile cards",
  onCardsHint: "At most two fields can be shown on profile cards",
  required: "Ask users to fill in this field",
  editable: "Users can edit this field",
  facts: {
    onCards: "Shown on profile cards",
    required: "Users are asked to fill it in",
    fixed: "Only administrators can change its value",
  },
  remove: "Delete",
  removeTitle: (name: string) => `Delete ${name}?`,
  removeMore: (count: number) =>
    count === 0
      ? "No user has filled in this field."
      : plural(
          count,
          "This also deletes the value that 1 user entered. This can't be undone.",
          `This also deletes the values that ${number(count)} users entered. This can't be undone.`,
        ),
};
