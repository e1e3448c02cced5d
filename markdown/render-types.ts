/** The references in a text. They are found without lookups, so that the caller can load all of them in one query. */
export interface References {
  /** Names from `@**Name**` (without `|id`), in lower case. */
  readonly userNames: readonly string[];
  /** Ids from `@**Name|9**` and `@**|9**`. */
  readonly userIds: readonly number[];
  /** Names from `@*name*`, in lower case. */
  readonly groupNames: readonly string[];
  /** Names from `#**name**` and `#**name>topic**`, exactly as written. */
  readonly channelNames: readonly string[];
  /** Topics from `#**channel>topic**`, without those in links to a message. */
  readonly topics: readonly { readonly channel: string; readonly topic: string }[];
  /** Names from `:name:`. */
  readonly emojiNames: readonly string[];
  /** Path ids of files that may have been uploaded. */
  readonly uploads: readonly string[];
}

/** Recognizes text that becomes a link without markup, such as the number of an issue. */
export interface Linkifier {
  /**
   * Finds the matches in a text, in order and without overlaps, as UTF-16 positions with the URL of each link. A match
   * must be a separate word: at the start of the text or after a space or one of `'"(,:<`, and before the end of the
   * text or a non-alphanumeric character. In the text, U+FFFC stands for other markup; a match that contains it is
   * ignored.
   */
  match(text: string): Iterable<{ readonly start: number; readonly end: number; readonly url: string }>;
}

/** The server's information about an uploaded file. */
export type Upload =
  | { readonly kind: "video" | "audio" | "other" }
  /** An image that is shown unchanged, without a thumbnail. */
  | { readonly kind: "plain image" }
  | {
      readonly kind: "image";
      readonly contentType: string;
      /** Width of the image, in pixels. */
      readonly width: number;
      readonly height: number;
      /** Whether the image has more than one frame. */
      readonly isAnimated: boolean;
      /** Whether the thumbnail exists already. It is shown instead of the image. */
      readonly hasThumbnail: boolean;
      /** File name of a copy for browsers that cannot show the original, such as `4032x3024.webp`. */
      readonly transcoded?: string | undefined;
    };

/** Metadata of a web page. The texts are plain text, not HTML. */
export interface Embed {
  readonly title: string;
  /** The page's description, or an empty string. */
  readonly description: string;
  /** Absolute URL of a picture, `http:` or `https:`. */
  readonly image: string;
  /** HTML of a player, if the page shows a video. Clients may insert this HTML into their page. */
  readonly player?: string | undefined;
}

/**
 * The results of looking up a text's references, and settings of the organization and the sender. A reference that is
 * missing does not exist.
 */
export interface Lookups {
  readonly users: readonly { id: number; full_name: string; is_active: boolean }[];
  readonly groups: readonly { id: number; name: string; deactivated: boolean }[];
  /** The channels. Only those that the sender can see. */
  readonly channels: readonly { id: number; name: string }[];
  /**
   * Id of the newest message in a topic that the sender can see, by `${channelId}:${topic.toLowerCase()}`. Links to
   * other topics contain no message id.
   */
  readonly topicTargets?: ReadonlyMap<string, number>;
  /** Display name of the topic with an empty name, such as "general chat". */
  readonly emptyTopicName: string;
  /**
   * The organization's URL, such as `https://chat.example.org`. Links to its views (`#…`) and uploaded files become
   * relative.
   */
  readonly realmUrl?: string | undefined;
  /** URLs of the organization's custom emoji by name, without deactivated ones. */
  readonly customEmoji?: ReadonlyMap<string, string>;
  /** Whether emoticons such as `:)` become emoji. */
  readonly translateEmoticons?: boolean;
  /** The organization's linkifiers, in order of precedence. */
  readonly linkifiers?: readonly Linkifier[];
  /** Language of code blocks that do not name one. */
  readonly defaultCodeLanguage?: string | undefined;
  /** Whether linked pictures and videos are shown below the text, and players instead of links to sounds. */
  readonly showPreviews?: boolean;
  /** Uploaded files in the text that the sender can see, by path id (`2/ab/cat.png`). */
  readonly uploads?: ReadonlyMap<string, Upload>;
  /** Metadata of pages, by URL. If absent, page previews are turned off. A page that is missing has no preview yet. */
  readonly embeds?: ReadonlyMap<string, Embed> | undefined;
  /**
   * Returns the URL from which pictures and videos of other sites are loaded. If absent, they are loaded from the other
   * site directly.
   */
  readonly externalSource?: (url: string) => string;
}

export interface Rendered {
  readonly html: string;
  /**
   * Ids of mentioned users and groups, in the order of their first mention. A user with both a normal and a silent
   * mention is in both lists. Silent mentions of groups and wildcards are not included.
   */
  readonly mentions: {
    readonly users: readonly number[];
    readonly silentUsers: readonly number[];
    readonly groups: readonly number[];
    readonly channelWildcard: boolean;
    readonly topicWildcard: boolean;
  };
  /** Whether the text contains a link to a URL. Links to channels and topics do not count. */
  readonly hasLink: boolean;
  /** Whether the text contains a link to an image outside of quotes. */
  readonly hasImage: boolean;
  /**
   * Whether the text contains a link to an uploaded file that the sender can see. If uploads were not looked up, any
   * link to one counts.
   */
  readonly hasAttachment: boolean;
  /** Path ids of uploaded files that the text links to, even if they do not exist. */
  readonly attachments: readonly string[];
  /** Distinct URLs that are linked to outside of quotes, in order. */
  readonly links: readonly string[];
  /** Those of `links` that lead to pages which may have previews. Empty if page previews are turned off. */
  readonly pages: readonly string[];
}

/** Thrown if the text cannot be rendered within the limits. */
export class RenderError extends Error {
  override readonly name = "RenderError";
}
