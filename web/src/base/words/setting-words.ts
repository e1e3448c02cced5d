// The types of the texts of settings, for all languages.

interface LabelledSetting {
  readonly label: string;
  /** Explains the effect of the setting. */
  readonly hint?: string;
}

/** The value of a setting, as the API has it. Null means that the default of the language applies. */
export type SettingValue = string | number | boolean | null;

/**
 * The label of a setting, and the kind of field that shows it. If it is only a string, it is the label of an on/off
 * setting.
 */
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
      /** Value that the API expects if the field is empty. Default: the empty string. */
      readonly none?: string;
    })
  | (LabelledSetting & {
      readonly kind: "number";
      /** Value that the API expects if the field is empty. If undefined, the user must enter a number. */
      readonly none?: string;
    })
  | (LabelledSetting & {
      readonly kind: "channel";
      readonly isPrivate: boolean;
    });

/** A group of settings. The keys of `settings` are the settings' names in the API. */
export interface SettingGroup {
  readonly title: string;
  readonly more?: string;
  readonly settings: Readonly<Record<string, SettingWords>>;
}
