// How settings are told to people, whatever the language.

interface LabelledSetting {
  readonly label: string;
  /** A word on what comes of it. */
  readonly hint?: string;
}

/** Null: the default of the language. */
export type SettingValue = string | number | boolean | null;

/** A setting: what it is called, and what it can be. A text alone: on or off. */
export type SettingWords =
  | string
  | (LabelledSetting & { readonly kind: "tick" })
  | (LabelledSetting & {
      readonly kind: "choice";
      readonly options: readonly { readonly value: SettingValue; readonly text: string }[];
      /** What a value is called that none of these is. */
      readonly other?: (value: SettingValue) => string;
    })
  | (LabelledSetting & {
      readonly kind: "text";
      readonly rows?: number;
      readonly longest?: number;
      /** What stands for nothing, to the API; default: nothing. */
      readonly none?: string;
    })
  | (LabelledSetting & {
      readonly kind: "number";
      /** What stands for nothing being written, to the API; without it there has to be a number. */
      readonly none?: string;
    })
  | (LabelledSetting & {
      readonly kind: "channel";
      readonly isPrivate: boolean;
    });

/** Settings that belong together, by the names of the API. */
export interface SettingGroup {
  readonly title: string;
  readonly more?: string;
  readonly settings: Readonly<Record<string, SettingWords>>;
}
