import { number, plural } from "./grammar.ts";

/** What the organization asks everybody to say of themselves. */
export const profileFields = {
  title: "Profile fields",
  more: "What people can say of themselves, beside their names. Profiles show it in this order.",
  none: "There are no fields yet.",
  create: "New field",
  make: "Create",
  change: "Change",
  changeTitle: (name: string) => `Change ${name}`,
  acts: (name: string) => `What to do with ${name}`,
  type: "Type",
  types: {
    1: "Short text",
    2: "Long text",
    3: "One of some choices",
    4: "Date",
    5: "Link",
    6: "People",
    7: "Account elsewhere",
    8: "Pronouns",
  } as Readonly<Record<number, string>>,
  label: "Label",
  hint: "Hint",
  hintMore: "Stands below the field where people fill it in",
  choices: "Choices",
  choice: (place: number) => `Choice ${number(place)}`,
  addChoice: "Add a choice",
  removeChoice: (name: string) => `Remove ${name}`,
  unnamedChoice: "an empty choice",
  choicesLost: "Whoever chose what is removed has chosen nothing then.",
  site: "Where",
  otherSite: "Somewhere else",
  siteNamed: "Its label is the site's.",
  pattern: "Address of an account",
  patternHint: "With %(username)s where its name stands",
  onCards: "Show it on profile cards",
  onCardsHint: "Two fields at most",
  required: "Remind people to fill it in",
  editable: "People fill it in themselves",
  facts: {
    onCards: "on profile cards",
    required: "wanted",
    fixed: "only administrators fill it in",
  },
  remove: "Delete",
  removeTitle: (name: string) => `Delete ${name}?`,
  removeMore: (count: number) =>
    count === 0
      ? "Nobody has filled it in."
      : plural(
          count,
          "What 1 person has said there is deleted with it, and cannot be brought back.",
          `What ${number(count)} people have said there is deleted with it, and cannot be brought back.`,
        ),
};
