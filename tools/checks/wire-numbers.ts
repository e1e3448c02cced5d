// Which numbers have names, where, and what the things are called that hold one.
import { botTypes } from "@parlance/contract/entities/bot.ts";
import { postPolicies } from "@parlance/contract/entities/channel.ts";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import { followPolicies, visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";

export interface WireNumbers {
  description: string;
  /** How the names are written. */
  names: string;
  values: Readonly<Record<string, number>>;
  /** The file that may say which number is which. */
  definingFile: string;
  /** Names of variables, properties and columns that hold one of the numbers, or several. */
  namePattern: RegExp;
  /** Finds a number that SQL compares with such a column. */
  sqlComparison: RegExp;
  /** Finds the beginning of a comparison with such a column at the end of a piece of SQL. */
  sqlComparisonStart: RegExp;
  /** Names of constants that stand for one of the numbers, captured without what they have around it. */
  constantName: RegExp;
  /** The numbers say by themselves what they are, because nobody counts like that. */
  isUnambiguous?: true;
}

/** Such a name, alone or behind that of a table, and then what compares it. */
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
