/** References of a text, found without any lookup, so that the caller can load all of them in one query. */
export interface References {
  /** Names of `@**Name**` (without `|id`) in lower case. */
  readonly userNames: readonly string[];
  /** From `@**Name|9**` and `@**|9**`. */
  readonly userIds: readonly number[];
  /** Names of `@*name*` in lower case. */
  readonly groupNames: readonly string[];
  /** Exact names of `#**name**` and `#**name>topic**`. */
  readonly channelNames: readonly string[];
  /** Topics of `#**channel>topic**` that are linked to without a message. */
  readonly topics: readonly { readonly channel: string; readonly topic: string }[];
  /** From `:name:`. */
  readonly emojiNames: readonly string[];
  /** Path ids of possibly uploaded files. */
  readonly uploads: readonly string[];
}

/** Recognizes text that becomes a link without markup, such as the number of an issue. */
export interface Linkifier {
  /**
   * Finds the matches in a text, in order and without overlaps: UTF-16 positions and the URL of each link. Returns only
   * matches that are separate words: at the start of the text or after a space or one of `'"(,:<`, and before the end
   * of the text or any non-alphanumeric character. U+FFFC stands for markup; a match that contains it is ignored.
   */
  match(text: string): Iterable<{ readonly start: number; readonly end: number; readonly url: string }>;
}

/** An uploaded file as the server knows it. */
export type Upload =
  | { readonly kind: "video" | "audio" | "other" }
  /** An image that is shown unchanged, without a thumbnail. */
  | { readonly kind: "plain image" }
  | {
      readonly kind: "image";
      readonly contentType: string;
      /** In pixels. */
      readonly width: number;
      readonly height: number;
      /** Whether it has more than one frame. */
      readonly isAnimated: boolean;
      /** Whether the thumbnail that is shown instead already exists. */
      readonly hasThumbnail: boolean;
      /** File name of the copy for browsers that cannot show the original, `4032x3024.webp`. */
      readonly transcoded?: string | undefined;
    };

/** Metadata of a web page. The texts are plain text, not HTML. */
export interface Embed {
  readonly title: string;
  /** Empty if the page has none. */
  readonly description: string;
  /** Absolute URL of a picture, `http:` or `https:`. */
  readonly image: string;
  /** HTML of the player, if the page shows a video; clients may insert it into their page. */
  readonly player?: string | undefined;
}

/**
 * Results of looking up a text's references, and settings of its organization and its sender. Anything that is missing
 * does not exist.
 */
export interface Lookups {
  readonly users: readonly { id: number; full_name: string; is_active: boolean }[];
  readonly groups: readonly { id: number; name: string; deactivated: boolean }[];
  /** Only channels that the sender may see. */
  readonly channels: readonly { id: number; name: string }[];
  /**
   * Newest message id of a topic that the sender can see, by `${channelId}:${topic.toLowerCase()}`. A topic that is
   * missing is linked to without a message.
   */
  readonly topicTargets?: ReadonlyMap<string, number>;
  /** Display name of the topic with the empty name, "general chat". */
  readonly emptyTopicName: string;
  /** The organization's own URL, `https://chat.example.org`: links into it become relative. */
  readonly realmUrl?: string | undefined;
  /** URLs of the organization's custom emoji by name, without deactivated ones. */
  readonly customEmoji?: ReadonlyMap<string, string>;
  /** Whether `:)` becomes an emoji. */
  readonly translateEmoticons?: boolean;
  /** In order of precedence. */
  readonly linkifiers?: readonly Linkifier[];
  /** Language of code blocks that have none. */
  readonly defaultCodeLanguage?: string | undefined;
  /** Whether linked pictures, videos and sounds are shown below the text. */
  readonly showPreviews?: boolean;
  /** Uploaded files that the text links to and its sender may see, by path id (`2/ab/cat.png`). */
  readonly uploads?: ReadonlyMap<string, Upload>;
  /** Metadata of pages, by the linked URL. If absent, pages have no previews; pages that are missing have none yet. */
  readonly embeds?: ReadonlyMap<string, Embed> | undefined;
  /**
   * Returns the URL from which pictures and videos of other sites are loaded; if absent, they are loaded from the other
   * site.
   */
  readonly externalSource?: (url: string) => string;
}

export interface Rendered {
  readonly html: string;
  /** Ids in the order of their first occurrence. A user mentioned both ways is in both lists. */
  readonly mentions: {
    readonly users: readonly number[];
    readonly silentUsers: readonly number[];
    readonly groups: readonly number[];
    readonly channelWildcard: boolean;
    readonly topicWildcard: boolean;
  };
  /** Whether it contains a link to a URL (links to channels and topics do not count). */
  readonly hasLink: boolean;
  /** Whether it links to an image outside of quotes. */
  readonly hasImage: boolean;
  /** Whether it links to an uploaded file that the sender may see, or to any if none were looked up. */
  readonly hasAttachment: boolean;
  /** Path ids of the linked uploaded files, whether or not they exist. */
  readonly attachments: readonly string[];
  /** Distinct URLs that are linked to outside of quotes, in order. */
  readonly links: readonly string[];
  /**
   * Those of the URLs whose pages can have previews, whether or not they have: none if page previews are turned off.
   */
  readonly pages: readonly string[];
}

/** The text cannot be rendered within the limits. */
export class RenderError extends Error {
  override readonly name = "RenderError";
}
