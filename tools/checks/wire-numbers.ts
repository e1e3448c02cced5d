// Which numbers have names, where, and what the things are called that hold one.
import { botTypes } from "@parlance/contract/entities/bot.ts";
import { postPolicies } from "@parlance/contract/entities/channel.ts";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import { followPolicies, visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";

export interface Vocabulary {
  what: string;
  /** How the names are written. */
  names: string;
  values: Readonly<Record<string, number>>;
  /** The file that may say which number is which. */
  home: string;
  /** Names of variables, properties and columns that hold one of the numbers, or several. */
  called: RegExp;
  /** Finds a number that SQL compares with such a column. */
  asked: RegExp;
  /** Finds the beginning of a comparison with such a column at the end of a piece of SQL. */
  asking: RegExp;
  /** Names of constants that stand for one of the numbers, captured without what they have around it. */
  constant: RegExp;
  /** The numbers say by themselves what they are, because nobody counts like that. */
  isUnmistakable?: true;
}

/** Such a name, alone or behind that of a table, and then what compares it. */
const compared = (column: string) =>
  String.raw`(?<![\w'"-])(?:\w+[.])?(?:${column})(?:\s*(?:=|<>|!=|<=?|>=?)\s*|\s+(?:not\s+)?in\s*\(\s*|\s+when\s+)`;

const vocabulary = (
  about: Pick<Vocabulary, "what" | "names" | "values" | "home" | "called" | "isUnmistakable">,
  column: string,
  constant: RegExp,
): Vocabulary => ({
  ...about,
  asked: new RegExp(`${compared(column)}(?:${Object.values(about.values).join("|")})\\b`, "i"),
  asking: new RegExp(`${compared(column)}$`, "i"),
  constant,
});

export const vocabularies: readonly Vocabulary[] = [
  vocabulary(
    {
      what: "role",
      names: "roles of contract/entities/roles.ts",
      values: roles,
      home: "contract/entities/roles.ts",
      called: /^(?:[a-z]+_)*(?:[a-z]+[.])?roles?$|[a-z]Roles?$|^roleAtLeast$|^invited?_?as$/i,
      isUnmistakable: true,
    },
    String.raw`(?:\w+_)?role`,
    /^(?:ROLE_)?(owner|admin|administrator|moderator|member|guest)s?_?(?:ROLE)?$/i,
  ),
  vocabulary(
    {
      what: "type of bot",
      names: "botTypes of contract/entities/bot.ts",
      values: botTypes,
      home: "contract/entities/bot.ts",
      called: /^(?:\w+[.])?bot_?types?$/i,
    },
    "bot_type",
    /^(GENERIC|INCOMING_WEBHOOK|OUTGOING_WEBHOOK|EMBEDDED)(?:_BOT)?$/,
  ),
  vocabulary(
    {
      what: "topic's visibility policy",
      names: "visibilityPolicies of contract/entities/topic-visibility.ts",
      values: visibilityPolicies,
      home: "contract/entities/topic-visibility.ts",
      called: /^(?:\w*_)?visibility_?policy$|[a-z]VisibilityPolicy$|^(?:user_topic[.])?policy$/i,
    },
    String.raw`user_topic[.]policy|visibility_policy`,
    /^(INHERIT|INHERITED|MUTED|UNMUTED|FOLLOWED)$/,
  ),
  vocabulary(
    {
      what: "follow policy",
      names: "followPolicies of contract/entities/topic-visibility.ts",
      values: followPolicies,
      home: "contract/entities/topic-visibility.ts",
      called: /^automatically_(?:follow|unmute)_topics_(?:in_muted_streams_)?policy$/,
    },
    String.raw`automatically_(?:follow|unmute)_topics\w*_policy`,
    /^ON_(PARTICIPATING|SENDING|STARTING)$/,
  ),
  vocabulary(
    {
      what: "visibility of an address",
      names: "emailVisibilities of contract/entities/email-visibility.ts",
      values: emailVisibilities,
      home: "contract/entities/email-visibility.ts",
      called: /^(?:\w+[.])?email_?(?:address_?)?visibility$/i,
    },
    "email_address_visibility",
    /^SEEN_BY_(EVERYONE|MEMBERS|ADMINISTRATORS|NOBODY|MODERATORS)$/,
  ),
  vocabulary(
    {
      what: "post policy",
      names: "postPolicies of contract/entities/channel.ts",
      values: postPolicies,
      home: "contract/entities/channel.ts",
      called: /^(?:stream_)?post_?policy$/i,
    },
    "stream_post_policy",
    /^(ADMINISTRATORS)_ONLY$/,
  ),
];
