// The numbers of the API that have names. Contains the files that define the names, and patterns for names of variables
// with such a number.
import { botTypes } from "@parlance/contract/entities/bot.ts";
import { postPolicies } from "@parlance/contract/entities/channel.ts";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import { followPolicies, visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";

export interface WireNumbers {
  description: string;
  /** How to write the names, for the failure message. */
  names: string;
  values: Readonly<Record<string, number>>;
  /** The only file that may contain the numbers. */
  definingFile: string;
  /** Matches the names of variables, properties and columns whose values are such numbers. */
  namePattern: RegExp;
  /** Matches an SQL condition that compares such a column with a number. */
  sqlComparison: RegExp;
  /** Matches the beginning of such an SQL condition at the end of a text. */
  sqlComparisonStart: RegExp;
  /** Matches the name of a constant for one of the numbers. Captures the name without prefix and suffix. */
  constantName: RegExp;
  /** Set if the numbers are not used for anything else, so that they can be recognized without a name. */
  isUnambiguous?: true;
}

/**
 * Returns the source of a pattern that matches the name of a column, with or without the name of its table, and a
 * comparison operator after it.
 */
const comparisonPattern = (column: string) =>
  String.raw`(?<![\w'"-])(?:\w+[.])?(?:${column})(?:\s*(?:=|<>|!=|<=?|>=?)\s*|\s+(?:not\s+)?in\s*\(\s*|\s+when\s+)`;

const createWireNumbers = (
  about: Pick<WireNumbers, "description" | "names" | "values" | "definingFile" | "namePattern" | "isUnambiguous">,
  column: string,
  constantName: RegExp,
): WireNumbers => ({
  ...about,
  sqlComparison: new RegExp(`${comparisonPattern(column)}(?:${Object.values(about.values).join("|")})\\b`, "i"),
  sqlComparisonStart: new RegExp(`${comparisonPattern(column)}$`, "i"),
  constantName,
});

export const wireNumbers: readonly WireNumbers[] = [
  createWireNumbers(
    {
      description: "role",
      names: "roles of contract/entities/roles.ts",
      values: roles,
      definingFile: "contract/entities/roles.ts",
      namePattern: /^(?:[a-z]+_)*(?:[a-z]+[.])?roles?$|[a-z]Roles?$|^roleAtLeast$|^invited?_?as$/i,
      isUnambiguous: true,
    },
    String.raw`(?:\w+_)?role`,
    /^(?:ROLE_)?(owner|admin|administrator|moderator|member|guest)s?_?(?:ROLE)?$/i,
  ),
  createWireNumbers(
    {
      description: "type of bot",
      names: "botTypes of contract/entities/bot.ts",
      values: botTypes,
      definingFile: "contract/entities/bot.ts",
      namePattern: /^(?:\w+[.])?bot_?types?$/i,
    },
    "bot_type",
    /^(GENERIC|INCOMING_WEBHOOK|OUTGOING_WEBHOOK|EMBEDDED)(?:_BOT)?$/,
  ),
  createWireNumbers(
    {
      description: "topic's visibility policy",
      names: "visibilityPolicies of contract/entities/topic-visibility.ts",
      values: visibilityPolicies,
      definingFile: "contract/entities/topic-visibility.ts",
      namePattern: /^(?:\w*_)?visibility_?policy$|[a-z]VisibilityPolicy$|^(?:user_topic[.])?policy$/i,
    },
    String.raw`user_topic[.]policy|visibility_policy`,
    /^(INHERIT|INHERITED|MUTED|UNMUTED|FOLLOWED)$/,
  ),
  createWireNumbers(
    {
      description: "follow policy",
      names: "followPolicies of contract/entities/topic-visibility.ts",
      values: followPolicies,
      definingFile: "contract/entities/topic-visibility.ts",
      namePattern: /^automatically_(?:follow|unmute)_topics_(?:in_muted_streams_)?policy$/,
    },
    String.raw`automatically_(?:follow|unmute)_topics\w*_policy`,
    /^ON_(PARTICIPATING|SENDING|STARTING)$/,
  ),
  createWireNumbers(
    {
      description: "visibility of an address",
      names: "emailVisibilities of contract/entities/email-visibility.ts",
      values: emailVisibilities,
      definingFile: "contract/entities/email-visibility.ts",
      namePattern: /^(?:\w+[.])?email_?(?:address_?)?visibility$/i,
    },
    "email_address_visibility",
    /^SEEN_BY_(EVERYONE|MEMBERS|ADMINISTRATORS|NOBODY|MODERATORS)$/,
  ),
  createWireNumbers(
    {
      description: "post policy",
      names: "postPolicies of contract/entities/channel.ts",
      values: postPolicies,
      definingFile: "contract/entities/channel.ts",
      namePattern: /^(?:stream_)?post_?policy$/i,
    },
    "stream_post_policy",
    /^(ADMINISTRATORS)_ONLY$/,
  ),
];
