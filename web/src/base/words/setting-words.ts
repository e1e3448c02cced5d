// The texts of settings, in any language.

interface LabelledSetting {
  readonly label: string;
  /** Explains the effect. */
  readonly hint?: string;
}

/** Null: the default of the language. */
export type SettingValue = string | number | boolean | null;

/** A setting: its label, and its possible values. A string alone is the label of an on/off setting. */
export type SettingWords =
  | string
  | (LabelledSetting & { readonly kind: "tick" })
  | (LabelledSetting & {
      readonly kind: "choice";
      readonly options: readonly { readonly value: SettingValue; readonly text: string }[];
      /** Text for a value that is not among the options. */
      readonly other?: (value: SettingValue) => string;
    })
  | (LabelledSetting & {
      readonly kind: "text";
      readonly rows?: number;
      readonly longest?: number;
      /** Value of the API for no text. Default: the empty string. */
      readonly none?: string;
    })
  | (LabelledSetting & {
      readonly kind: "number";
      /** Value of the API for an empty field. Without it, a number is required. */
      readonly none?: string;
    })
  | (LabelledSetting & {
      readonly kind: "channel";
      readonly isPrivate: boolean;
    });

/** A group of settings, by their names in the API. */
export interface SettingGroup {
  readonly title: string;
  readonly more?: string;
  readonly settings: Readonly<Record<string, SettingWords>>;
}
